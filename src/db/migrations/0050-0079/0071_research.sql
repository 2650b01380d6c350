-- Research that adds up: whom a study was shown to, its pace, rest between studies, and the themes of its answers.

-- Each end user whose agent was given the study.
CREATE TABLE study_showing (
  project_id uuid NOT NULL,
  study_id uuid NOT NULL,
  user_id text NOT NULL,
  shown_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, study_id, user_id),
  FOREIGN KEY (project_id, study_id) REFERENCES study ON DELETE CASCADE
);
CREATE INDEX study_showing_by_user ON study_showing (project_id, user_id);
CREATE INDEX study_showing_by_age ON study_showing (project_id, shown_at);

-- How many they are: beside the study and not in its row, behind whose lock answers queue.
CREATE TABLE study_reach (
  project_id uuid NOT NULL,
  study_id uuid NOT NULL,
  shown_count integer NOT NULL,
  PRIMARY KEY (project_id, study_id),
  FOREIGN KEY (project_id, study_id) REFERENCES study ON DELETE CASCADE
);

INSERT INTO study_showing (project_id, study_id, user_id, shown_at)
SELECT shown.project_id, shown.study_id, shown.user_id, min(shown.at) FROM (
  SELECT project_id, study_id, user_id, posted_at AS at FROM answer
  UNION ALL
  SELECT project_id, unnest(study_ids), user_id, listed_at FROM study_list) AS shown
JOIN study ON study.project_id = shown.project_id AND study.id = shown.study_id
GROUP BY 1, 2, 3;
INSERT INTO study_reach (project_id, study_id, shown_count)
SELECT project_id, study_id, count(*) FROM study_showing GROUP BY 1, 2;

-- At most so many answers a day, in UTC, and how many the last day with answers has.
ALTER TABLE study ADD COLUMN max_answers_per_day integer CHECK (max_answers_per_day > 0);
ALTER TABLE study ADD COLUMN answers_on date;
ALTER TABLE study ADD COLUMN answers_today integer NOT NULL DEFAULT 0;
UPDATE study SET answers_on = last.day, answers_today = last.count FROM (
  SELECT DISTINCT ON (project_id, study_id) project_id, study_id, day, count FROM (
    SELECT project_id, study_id, (posted_at AT TIME ZONE 'UTC')::date AS day, count(*) AS count
    FROM answer GROUP BY 1, 2, 3) AS days
  ORDER BY project_id, study_id, day DESC) AS last
WHERE study.project_id = last.project_id AND study.id = last.study_id;

-- As with the cap: not with every answer, but with the one that fills the day, and with the first of another.
CREATE TRIGGER study_pace_changes AFTER UPDATE ON study FOR EACH ROW
  WHEN ((OLD.max_answers_per_day, OLD.answers_today >= OLD.max_answers_per_day,
         CASE WHEN OLD.max_answers_per_day IS NOT NULL THEN OLD.answers_on END)
    IS DISTINCT FROM
        (NEW.max_answers_per_day, NEW.answers_today >= NEW.max_answers_per_day,
         CASE WHEN NEW.max_answers_per_day IS NOT NULL THEN NEW.answers_on END))
  EXECUTE FUNCTION raise_project_version();

-- So many days after an answer, a user is given no other study.
ALTER TABLE project ADD COLUMN rest_days integer CHECK (rest_days > 0);
CREATE TRIGGER project_rest_changes AFTER UPDATE ON project FOR EACH ROW
  WHEN (OLD.rest_days IS DISTINCT FROM NEW.rest_days)
  EXECUTE FUNCTION raise_project_version();

-- What several answers to a study have in common.
CREATE TABLE theme (
  project_id uuid NOT NULL,
  study_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Null: its words went with an answer that was taken away, and a worker will find others.
  title text,
  title_by text NOT NULL DEFAULT 'machine' CHECK (title_by IN ('machine', 'person')),
  -- Answers in their own words: [{"answer_id", "text"}].
  quotes jsonb NOT NULL DEFAULT '[]',
  -- A person named, merged or split it: the digest adds to it, but takes nothing out and never folds it into another.
  held boolean NOT NULL DEFAULT false,
  redescribe boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, study_id, id),
  FOREIGN KEY (project_id, study_id) REFERENCES study ON DELETE CASCADE
);
CREATE INDEX theme_to_redescribe ON theme (project_id) WHERE redescribe;

-- What the digest found in an answer.
CREATE TABLE answer_digest (
  project_id uuid NOT NULL,
  study_id uuid NOT NULL,
  answer_id uuid NOT NULL,
  theme_id uuid,
  -- As its agent noted it of the same conversation; null: it noted none.
  sentiment text,
  language text NOT NULL,
  model text NOT NULL,
  meaning bytea NOT NULL,
  PRIMARY KEY (project_id, study_id, answer_id),
  FOREIGN KEY (project_id, study_id, answer_id) REFERENCES answer ON DELETE CASCADE,
  FOREIGN KEY (project_id, study_id, theme_id) REFERENCES theme
);
CREATE INDEX answer_digest_by_theme ON answer_digest (project_id, study_id, theme_id, answer_id) INCLUDE (sentiment);

-- Answers that are still to be digested: written with the answer, removed with the result.
CREATE TABLE answer_job (
  project_id uuid NOT NULL,
  study_id uuid NOT NULL,
  answer_id uuid NOT NULL,
  due_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  failed_at timestamptz(3),
  PRIMARY KEY (project_id, study_id, answer_id),
  FOREIGN KEY (project_id, study_id, answer_id) REFERENCES answer ON DELETE CASCADE
);
CREATE INDEX answer_job_due ON answer_job (project_id, due_at) WHERE failed_at IS NULL;
INSERT INTO answer_job (project_id, study_id, answer_id, due_at)
SELECT project_id, study_id, id, posted_at FROM answer;
