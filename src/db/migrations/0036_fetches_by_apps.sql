-- Connected apps fetch guidelines too: key_id is an API key, or the consent that an app acts by. What was fetched stays
-- counted when the app is disconnected.
ALTER TABLE guideline_fetch DROP CONSTRAINT guideline_fetch_project_id_key_id_fkey;
ALTER TABLE guideline_fetch ADD FOREIGN KEY (project_id) REFERENCES project ON DELETE CASCADE;
ALTER TABLE known_issues_fetch DROP CONSTRAINT known_issues_fetch_project_id_key_id_fkey;
ALTER TABLE known_issues_fetch ADD FOREIGN KEY (project_id) REFERENCES project ON DELETE CASCADE;
