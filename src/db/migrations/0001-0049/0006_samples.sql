-- Trying a tag before it is saved, sample data that can be taken away again, and the removal of whole projects.

-- A question to the digest, which alone has the encoder: whoever asks waits for the answer and takes the row away.
CREATE TABLE tag_trial (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  tag_id uuid,
  label text NOT NULL,
  config jsonb NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  answered_at timestamptz(3),
  finding jsonb,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX tag_trial_open ON tag_trial (project_id, asked_at) WHERE answered_at IS NULL;
CREATE INDEX tag_trial_by_age ON tag_trial (asked_at);

ALTER TABLE observation ADD COLUMN sample boolean NOT NULL DEFAULT false;
ALTER TABLE tag ADD COLUMN sample boolean NOT NULL DEFAULT false;
ALTER TABLE study ADD COLUMN sample boolean NOT NULL DEFAULT false;
ALTER TABLE guideline ADD COLUMN sample boolean NOT NULL DEFAULT false;
CREATE INDEX observation_sample ON observation (project_id, id) WHERE sample;

-- A project's month of sample data.
CREATE TABLE sample_month (
  project_id uuid PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  filled_at timestamptz(3) NOT NULL,
  -- When the story went on after the first digest: what the team decided about issues, and what came after that.
  continued_at timestamptz(3)
);
CREATE INDEX sample_month_open ON sample_month (project_id) WHERE continued_at IS NULL;

-- Set: gone for everyone; its rows are removed bit by bit.
ALTER TABLE project ADD COLUMN deleted_at timestamptz(3);
CREATE INDEX project_deleted ON project (deleted_at) WHERE deleted_at IS NOT NULL;
