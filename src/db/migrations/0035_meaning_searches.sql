-- A text that somebody looks for by meaning. Only the digest has the encoder: whoever asks waits for the answer and takes
-- the row away.
CREATE TABLE meaning_search (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  sought text NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  answered_at timestamptz(3),
  finding jsonb,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX meaning_search_open ON meaning_search (project_id, asked_at) WHERE answered_at IS NULL;
CREATE INDEX meaning_search_by_age ON meaning_search (asked_at);
