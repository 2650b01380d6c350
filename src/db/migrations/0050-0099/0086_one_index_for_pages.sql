-- The primary key holds what pages of observations are made from, instead of a second index with the same keys beside it. One index
-- less to write for each observation, and 47 MB less for each million.
CREATE UNIQUE INDEX observation_key ON observation (project_id, id) INCLUDE (observed_at, user_sentiment, source);

ALTER TABLE issue_observation DROP CONSTRAINT issue_observation_project_id_observation_id_fkey;
ALTER TABLE observation_digest DROP CONSTRAINT observation_digest_project_id_observation_id_fkey;
ALTER TABLE observation_search DROP CONSTRAINT observation_search_project_id_observation_id_fkey;
ALTER TABLE observation_tag DROP CONSTRAINT observation_tag_project_id_observation_id_fkey;

ALTER TABLE observation DROP CONSTRAINT observation_pkey,
  ADD CONSTRAINT observation_pkey PRIMARY KEY USING INDEX observation_key;
DROP INDEX observation_page;

ALTER TABLE issue_observation ADD FOREIGN KEY (project_id, observation_id) REFERENCES observation ON DELETE CASCADE;
ALTER TABLE observation_digest ADD FOREIGN KEY (project_id, observation_id) REFERENCES observation ON DELETE CASCADE;
ALTER TABLE observation_search ADD FOREIGN KEY (project_id, observation_id) REFERENCES observation ON DELETE CASCADE;
ALTER TABLE observation_tag ADD FOREIGN KEY (project_id, observation_id) REFERENCES observation ON DELETE CASCADE;
