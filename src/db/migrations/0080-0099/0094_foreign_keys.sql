-- An observation refers to its project again, and a digest job to its observation: what stores them need not see to it, and what is
-- deleted takes them with it without triggers. What was left behind while nothing referred to it goes first. All tables are locked before
-- anything is done: to wait for one of them later could end in a deadlock.
LOCK TABLE project, observation, digest_job IN ACCESS EXCLUSIVE MODE;

DELETE FROM observation WHERE NOT EXISTS (SELECT FROM project WHERE project.id = observation.project_id);
DELETE FROM digest_job WHERE NOT EXISTS (
  SELECT FROM observation WHERE observation.project_id = digest_job.project_id AND observation.id = digest_job.observation_id);

ALTER TABLE observation ADD FOREIGN KEY (project_id) REFERENCES project ON DELETE CASCADE;
ALTER TABLE digest_job ADD FOREIGN KEY (project_id, observation_id) REFERENCES observation ON DELETE CASCADE;

-- From here on the keys do what these did.
DROP TRIGGER observations_go ON observation;
DROP TRIGGER all_observations_go ON observation;
DROP TRIGGER project_goes ON project;
DROP FUNCTION digest_job_subtract();
DROP FUNCTION digest_job_empty();
DROP FUNCTION project_rest_subtract();
