-- Every process keeps in memory who may call and what agents are told of a project. This number says whether that still
-- stands: it grows with every change, whoever makes it, and listeners are told at the commit.
CREATE TABLE project_version (
  project_id uuid PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO project_version (project_id) SELECT id FROM project;

CREATE FUNCTION begin_project_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO project_version (project_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION raise_project_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
BEGIN
  IF TG_TABLE_NAME = 'project' THEN changed := NEW.id;
  ELSE changed := coalesce(NEW.project_id, OLD.project_id);
  END IF;
  UPDATE project_version SET version = version + 1 WHERE project_id = changed;
  PERFORM pg_notify('fieldnote_project_changed', changed::text);
  RETURN NULL;
END $$;

CREATE FUNCTION raise_every_project_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE project_version SET version = version + 1;
  PERFORM pg_notify('fieldnote_project_changed', '');
  RETURN NULL;
END $$;

CREATE TRIGGER project_begins AFTER INSERT ON project
  FOR EACH ROW EXECUTE FUNCTION begin_project_version();
CREATE TRIGGER project_changes AFTER UPDATE OF name, about, share_known_issues, deleted_at ON project
  FOR EACH ROW EXECUTE FUNCTION raise_project_version();

-- A key that was used is no other key: only what decides whether it opens anything counts.
CREATE TRIGGER api_key_changes AFTER UPDATE OF revoked_at, expires_at ON api_key
  FOR EACH ROW EXECUTE FUNCTION raise_project_version();
CREATE TRIGGER api_key_goes AFTER DELETE ON api_key
  FOR EACH ROW EXECUTE FUNCTION raise_project_version();

CREATE TRIGGER guideline_changes AFTER INSERT OR UPDATE OR DELETE ON guideline
  FOR EACH ROW EXECUTE FUNCTION raise_project_version();
CREATE TRIGGER guidelines_go AFTER TRUNCATE ON guideline
  FOR EACH STATEMENT EXECUTE FUNCTION raise_every_project_version();

CREATE TRIGGER study_comes_or_goes AFTER INSERT OR DELETE ON study
  FOR EACH ROW EXECUTE FUNCTION raise_project_version();
-- Not with every answer: they would queue behind this row across all studies of a project. With the one that fills a study.
CREATE TRIGGER study_changes AFTER UPDATE ON study FOR EACH ROW
  WHEN ((OLD.question, OLD.eligibility_criteria, OLD.sampling_rate, OLD.starts_at, OLD.ends_at, OLD.max_answers, OLD.state,
         OLD.activated_at, OLD.answer_count >= OLD.max_answers)
    IS DISTINCT FROM
        (NEW.question, NEW.eligibility_criteria, NEW.sampling_rate, NEW.starts_at, NEW.ends_at, NEW.max_answers, NEW.state,
         NEW.activated_at, NEW.answer_count >= NEW.max_answers))
  EXECUTE FUNCTION raise_project_version();
CREATE TRIGGER studies_go AFTER TRUNCATE ON study
  FOR EACH STATEMENT EXECUTE FUNCTION raise_every_project_version();
