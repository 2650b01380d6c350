-- A job is written by the statement that stores its observation, or under the project's digest lock by one that reads it. To look
-- each observation up once more, and lock it, was a quarter of what a row of a batch cost; it goes with its observation as before.
ALTER TABLE digest_job DROP CONSTRAINT digest_job_project_id_observation_id_fkey;

CREATE FUNCTION digest_job_subtract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Planned each time: a plan from when the queue was empty would compare each job with each observation.
  EXECUTE 'DELETE FROM digest_job USING removed
    WHERE digest_job.project_id = removed.project_id AND observation_id = removed.id';
  RETURN NULL;
END $$;
CREATE TRIGGER observations_go AFTER DELETE ON observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION digest_job_subtract();

CREATE FUNCTION digest_job_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM digest_job;
  RETURN NULL;
END $$;
CREATE TRIGGER all_observations_go AFTER TRUNCATE ON observation
  FOR EACH STATEMENT EXECUTE FUNCTION digest_job_empty();

-- The lock goes with the project: a worker that held it until now may have queued what was removed meanwhile.
CREATE FUNCTION project_jobs_subtract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM digest_job WHERE project_id = OLD.project_id;
  RETURN NULL;
END $$;
CREATE TRIGGER digest_state_goes AFTER DELETE ON digest_state
  FOR EACH ROW EXECUTE FUNCTION project_jobs_subtract();

-- A project that stopped arriving has no lock yet: its jobs may have come after its observations were removed.
CREATE FUNCTION gone_project_jobs_subtract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM digest_job WHERE project_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER project_goes AFTER DELETE ON project
  FOR EACH ROW EXECUTE FUNCTION gone_project_jobs_subtract();
