-- One trigger takes a project's jobs with it, instead of one on its lock and one on the project.
DROP TRIGGER digest_state_goes ON digest_state;
DROP FUNCTION project_jobs_subtract();
DROP TRIGGER project_goes ON project;
DROP FUNCTION gone_project_jobs_subtract();

-- Last, after its lock went, which a worker may have held until now: what it queued meanwhile goes too, and what came of an
-- archive whose observations were removed already.
CREATE FUNCTION digest_job_subtract_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM digest_job USING removed WHERE digest_job.project_id = removed.id;
  RETURN NULL;
END $$;
CREATE TRIGGER project_goes AFTER DELETE ON project
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION digest_job_subtract_project();
