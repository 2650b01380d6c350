-- What must not be buried, however few notes of an issue say it: leaked data, lost data or money, safety, law. Null: nothing of it.
ALTER TABLE issue_observation ADD COLUMN stake text;
CREATE INDEX issue_observation_stake ON issue_observation (project_id, issue_id) WHERE stake IS NOT NULL;
