-- How much agents may send: what a project wants, beside the service's own limits. A project without a row has no limit of its own.
CREATE TABLE project_limits (
  project_id uuid PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  key_requests_per_minute integer CHECK (key_requests_per_minute > 0),
  project_requests_per_minute integer CHECK (project_requests_per_minute > 0),
  observations_per_day integer CHECK (observations_per_day > 0),
  updated_at timestamptz(3) NOT NULL
);

-- Processes keep it with the keys: they hear of a change as they hear of a revoked key.
CREATE TRIGGER project_limits_change AFTER INSERT OR UPDATE OR DELETE ON project_limits
  FOR EACH ROW EXECUTE FUNCTION raise_project_version();

-- What processes tell each other once a second: until when a key, a project or an address has used up its quota. Worth
-- nothing after a crash of the server, so it is not logged.
CREATE UNLOGGED TABLE request_quota (
  holder text PRIMARY KEY,
  used_until timestamptz NOT NULL
);

-- Of a project's budget of observations for one day (UTC), what processes took to hand out.
CREATE TABLE observation_budget (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  day date NOT NULL,
  taken integer NOT NULL,
  PRIMARY KEY (project_id, day)
);

-- The key that was made in its place, and when people were reminded that it ends.
ALTER TABLE api_key ADD COLUMN replaced_by uuid;
ALTER TABLE api_key ADD COLUMN reminded_at timestamptz(3);
CREATE INDEX api_key_ends ON api_key (expires_at)
  WHERE expires_at IS NOT NULL AND revoked_at IS NULL AND replaced_by IS NULL AND reminded_at IS NULL;
