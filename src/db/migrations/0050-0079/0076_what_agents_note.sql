-- What agents are asked to note. A project without a row asks for everything, silently.
CREATE TABLE note_settings (
  project_id uuid PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  kinds text[] NOT NULL,
  topics text[] NOT NULL,
  avoid text[] NOT NULL,
  ask_first boolean NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
-- Agents are told: the texts that processes keep in memory change with the settings.
CREATE TRIGGER note_settings_change AFTER INSERT OR UPDATE OR DELETE ON note_settings
  FOR EACH ROW EXECUTE FUNCTION raise_project_version();

-- People are mailed what concerns them, unless they do not want it.
ALTER TABLE account_user ADD COLUMN personal_mail boolean NOT NULL DEFAULT true;

-- A target that is one person's: made with the first thing to tell them, and nobody's to see or change.
ALTER TABLE event_target ADD COLUMN account_id uuid REFERENCES account_user ON DELETE CASCADE;
CREATE UNIQUE INDEX event_target_of_account ON event_target (project_id, account_id) WHERE account_id IS NOT NULL;
