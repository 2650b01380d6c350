-- A disabled account keeps its name and its memberships, and lets nobody in.
ALTER TABLE account_user ADD COLUMN disabled_at timestamptz(3);

-- What a project does not want to keep: what is replaced before it is stored, and for how many days the rest stays.
-- A project without a row replaces nothing and keeps everything.
CREATE TABLE project_privacy (
  project_id uuid PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  redact text[] NOT NULL,
  patterns jsonb NOT NULL,
  retention_days integer CHECK (retention_days > 0),
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX project_privacy_retention ON project_privacy (project_id) WHERE retention_days IS NOT NULL;

-- How much was replaced, by kind and day; what it was is stored nowhere.
CREATE TABLE redaction_day (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  day date NOT NULL,
  kind text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (project_id, day, kind)
);

-- Agents are told what is redacted: the text that processes keep in memory changes with the settings.
CREATE TRIGGER project_privacy_changes AFTER INSERT OR UPDATE OR DELETE ON project_privacy
  FOR EACH ROW EXECUTE FUNCTION raise_project_version();
