-- Imports of files: rows wait here, checked and redacted, until a worker makes observations of them.

CREATE TABLE import (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  -- What the file was called.
  name text NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'jsonl')),
  mapping jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('receiving', 'running', 'done', 'undoing', 'undone')),
  read integer NOT NULL DEFAULT 0,
  stored integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  duplicates integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  -- The last row that became an observation: those before it are gone.
  stored_to integer NOT NULL DEFAULT 0,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Of its last step; imports take turns by it, and one that is still received is given up some time after it.
  stepped_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX import_open ON import (stepped_at) WHERE state IN ('receiving', 'running', 'undoing');

CREATE TABLE import_row (
  project_id uuid NOT NULL,
  import_id uuid NOT NULL,
  -- Where it stands in the file.
  number integer NOT NULL,
  user_id text NOT NULL,
  interaction_id text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  user_sentiment text NOT NULL,
  -- Null: the time of storing.
  observed_at timestamptz(3),
  external_id text,
  PRIMARY KEY (project_id, import_id, number),
  FOREIGN KEY (project_id, import_id) REFERENCES import ON DELETE CASCADE
);

-- Why a row was refused; nothing of what it said.
CREATE TABLE import_error (
  project_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (project_id, import_id, number),
  FOREIGN KEY (project_id, import_id) REFERENCES import ON DELETE CASCADE
);

ALTER TABLE observation
  ADD COLUMN import_id uuid,
  -- What the file's own system calls it: the same is imported once.
  ADD COLUMN external_id text;
CREATE INDEX observation_by_import ON observation (project_id, import_id, id) WHERE import_id IS NOT NULL;
CREATE UNIQUE INDEX observation_by_external_id ON observation (project_id, external_id) WHERE external_id IS NOT NULL;

-- Imported observations wait until those that arrive meanwhile are digested.
ALTER TABLE digest_job ADD COLUMN imported boolean NOT NULL DEFAULT false;
DROP INDEX digest_job_due;
CREATE INDEX digest_job_due ON digest_job (project_id, imported, due_at, observation_id) WHERE failed_at IS NULL;
