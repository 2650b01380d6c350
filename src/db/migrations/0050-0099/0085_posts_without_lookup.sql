-- Whoever stores observations holds their project until the commit, once for each statement (src/db/projects/held-project.ts). To hold
-- and look it up anew for each row was a fifth of what a row of a batch cost.
ALTER TABLE observation DROP CONSTRAINT observation_project_id_fkey;

DROP TRIGGER project_goes ON project;
DROP FUNCTION digest_job_subtract_project();

-- Last, after the project's lock of the digest went, which a worker may have held until now: what it queued meanwhile goes too, and what
-- came of an archive whose observations were removed already. Observations were stored by whoever held the project until now.
CREATE FUNCTION project_rest_subtract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Planned each time: a plan from when the tables were empty would read all of them.
  EXECUTE 'DELETE FROM observation USING removed WHERE observation.project_id = removed.id';
  EXECUTE 'DELETE FROM digest_job USING removed WHERE digest_job.project_id = removed.id';
  RETURN NULL;
END $$;
CREATE TRIGGER project_goes AFTER DELETE ON project
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION project_rest_subtract();
