-- End users as people look them up and erase them, answers that can be searched, and who reads which guidelines.

-- Lists of users by when they were last heard from or how much they said, and by the beginning of their id.
CREATE INDEX project_user_by_last_seen ON project_user (project_id, last_seen, user_id);
CREATE INDEX project_user_by_count ON project_user (project_id, observation_count, user_id);
CREATE INDEX project_user_by_beginning ON project_user (project_id, user_id COLLATE "C");

-- Counts and days of one user come from this index alone, even of one who said everything there is.
CREATE INDEX observation_by_user_time ON observation (project_id, user_id, observed_at) INCLUDE (user_sentiment);
CREATE INDEX issue_user_by_user ON issue_user (project_id, user_id, count);

-- Who is quoted where: a quote goes with its observation, wherever the observation has moved since.
CREATE INDEX issue_by_quoted ON issue
  USING gin (jsonb_path_query_array(quotes, '$[*].observation_id') jsonb_path_ops);

-- Members went away: a worker words it anew soon.
ALTER TABLE issue ADD COLUMN redescribe boolean NOT NULL DEFAULT false;
CREATE INDEX issue_to_redescribe ON issue (project_id, id) WHERE redescribe;

-- Issues were deleted at this version: a worker's older copy knows some that are gone, and is made anew.
ALTER TABLE digest_state ADD COLUMN copies_since bigint NOT NULL DEFAULT 0;

-- Whose texts a remembered response repeats.
ALTER TABLE idempotency_key ADD COLUMN user_id text;
UPDATE idempotency_key SET user_id = response #>> '{results,0,user_id}';
CREATE INDEX idempotency_key_by_user ON idempotency_key (project_id, user_id) WHERE user_id IS NOT NULL;

-- Words as they are and in their English form: what language an answer is in is not known.
ALTER TABLE answer ADD COLUMN document tsvector
  GENERATED ALWAYS AS (to_tsvector('simple', answer) || to_tsvector('english', answer)) STORED;
CREATE INDEX answer_document ON answer USING gin (document);
CREATE INDEX answer_by_user ON answer (project_id, user_id, id);
CREATE INDEX answer_page ON answer (project_id, study_id, id) INCLUDE (posted_at);
CREATE INDEX answer_by_study_time ON answer (project_id, study_id, posted_at);

ALTER TABLE guideline ADD COLUMN created_by text;

-- How often each key fetched each version of the guidelines; version 0 is the defaults.
CREATE TABLE guideline_fetch (
  project_id uuid NOT NULL,
  version integer NOT NULL,
  key_id uuid NOT NULL,
  fetches integer NOT NULL,
  last_fetched_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, version, key_id),
  FOREIGN KEY (project_id, key_id) REFERENCES api_key ON DELETE CASCADE
);
