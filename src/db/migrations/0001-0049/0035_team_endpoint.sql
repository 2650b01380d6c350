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

-- Connected apps fetch guidelines too: key_id is an API key, or the consent that an app acts by. What was fetched stays
-- counted when the app is disconnected.
ALTER TABLE guideline_fetch DROP CONSTRAINT guideline_fetch_project_id_key_id_fkey;
ALTER TABLE guideline_fetch ADD FOREIGN KEY (project_id) REFERENCES project ON DELETE CASCADE;
ALTER TABLE known_issues_fetch DROP CONSTRAINT known_issues_fetch_project_id_key_id_fkey;
ALTER TABLE known_issues_fetch ADD FOREIGN KEY (project_id) REFERENCES project ON DELETE CASCADE;
