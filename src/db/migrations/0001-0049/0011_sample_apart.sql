-- Sample data lives in a project of its own, and test observations in a table of their own: neither is in any list, count
-- or issue of the project, and agents are told of neither.

-- The project whose team looks around in this one; null: a real project.
ALTER TABLE project ADD COLUMN sample_of uuid UNIQUE REFERENCES project ON DELETE CASCADE;

CREATE TABLE test_observation (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  -- As the answer to the request had it.
  observation jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  digested_at timestamptz(3),
  -- Language, kind and tags; null with a time of digestion: it failed.
  finding jsonb,
  error text,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX test_observation_open ON test_observation (project_id, created_at) WHERE digested_at IS NULL;
CREATE INDEX test_observation_by_age ON test_observation (created_at);

-- Sample data that was put into real projects: agents are told nothing of it from now on. What has counters is taken
-- away by the service, bit by bit.
DELETE FROM guideline WHERE sample;
DELETE FROM study WHERE sample;
DELETE FROM sample_month;
