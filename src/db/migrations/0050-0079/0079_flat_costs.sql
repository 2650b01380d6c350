-- Costs that stay as they are while a project grows: answers by day and theme, tags by issue and users by day are counted
-- where they change, searches keep to their project, and periods are found by their days.

-- The extension comes with PostgreSQL, and the owner of a database may add it.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Answers per study and day. Who stores or takes away an answer holds the study's lock.
CREATE TABLE answer_day (
  project_id uuid NOT NULL,
  study_id uuid NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (project_id, study_id, day),
  FOREIGN KEY (project_id, study_id) REFERENCES study ON DELETE CASCADE
);
CREATE INDEX answer_day_recent ON answer_day (project_id, day) INCLUDE (count);

CREATE FUNCTION answer_day_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO answer_day AS total (project_id, study_id, day, count)
  SELECT project_id, study_id, (posted_at AT TIME ZONE 'UTC')::date, count(*) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (project_id, study_id, day) DO UPDATE SET count = total.count + excluded.count;
  RETURN NULL;
END $$;
CREATE FUNCTION answer_day_subtract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE answer_day AS total SET count = total.count - gone.count
  FROM (SELECT project_id, study_id, (posted_at AT TIME ZONE 'UTC')::date AS day, count(*) FROM removed GROUP BY 1, 2, 3) AS gone
  WHERE (total.project_id, total.study_id, total.day) = (gone.project_id, gone.study_id, gone.day);
  RETURN NULL;
END $$;
CREATE TRIGGER answer_added AFTER INSERT ON answer
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION answer_day_add();
CREATE TRIGGER answer_removed AFTER DELETE ON answer
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION answer_day_subtract();
INSERT INTO answer_day (project_id, study_id, day, count)
SELECT project_id, study_id, (posted_at AT TIME ZONE 'UTC')::date, count(*) FROM answer GROUP BY 1, 2, 3;

-- Of the answers that the digest has read, by theme: the day of the answer, which is gone before what was found in it.
ALTER TABLE answer_digest ADD COLUMN day date;
UPDATE answer_digest d SET day = (a.posted_at AT TIME ZONE 'UTC')::date FROM answer a
WHERE a.project_id = d.project_id AND a.study_id = d.study_id AND a.id = d.answer_id;

CREATE FUNCTION answer_digest_dated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.day := (SELECT (posted_at AT TIME ZONE 'UTC')::date FROM answer
              WHERE project_id = NEW.project_id AND study_id = NEW.study_id AND id = NEW.answer_id);
  RETURN NEW;
END $$;
CREATE TRIGGER answer_digest_dates BEFORE INSERT ON answer_digest
  FOR EACH ROW EXECUTE FUNCTION answer_digest_dated();

-- Three values stand for more than themselves: the lowest theme for the answers in none, the highest for all of them, and
-- the earliest day for all days together. Sentiment is empty where none was noted of the answer's conversation.
CREATE TABLE theme_day (
  project_id uuid NOT NULL,
  study_id uuid NOT NULL,
  theme_id uuid NOT NULL,
  day date NOT NULL,
  sentiment text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (project_id, study_id, theme_id, day, sentiment),
  FOREIGN KEY (project_id, study_id) REFERENCES study ON DELETE CASCADE
);

CREATE INDEX theme_day_of_all ON theme_day (project_id, study_id) WHERE day = '-infinity';

CREATE FUNCTION theme_day_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO theme_day AS total (project_id, study_id, theme_id, day, sentiment, count)
  SELECT project_id, study_id, counted.theme_id, counted.day, coalesce(sentiment, ''), count(*) FROM added
  CROSS JOIN LATERAL (
    SELECT * FROM (VALUES (coalesce(added.theme_id, '00000000-0000-0000-0000-000000000000')),
        ('ffffffff-ffff-ffff-ffff-ffffffffffff')) AS of (theme_id),
      (VALUES (added.day), ('-infinity')) AS at (day)) AS counted
  WHERE added.day IS NOT NULL GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (project_id, study_id, theme_id, day, sentiment) DO UPDATE SET count = total.count + excluded.count;
  RETURN NULL;
END $$;
CREATE FUNCTION theme_day_subtract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE theme_day AS total SET count = total.count - gone.count
  FROM (SELECT project_id, study_id, counted.theme_id, counted.day, coalesce(sentiment, '') AS sentiment, count(*) FROM removed
        CROSS JOIN LATERAL (
          SELECT * FROM (VALUES (coalesce(removed.theme_id, '00000000-0000-0000-0000-000000000000')),
              ('ffffffff-ffff-ffff-ffff-ffffffffffff')) AS of (theme_id),
            (VALUES (removed.day), ('-infinity')) AS at (day)) AS counted
        WHERE removed.day IS NOT NULL GROUP BY 1, 2, 3, 4, 5) AS gone
  WHERE total.project_id = gone.project_id AND total.study_id = gone.study_id AND total.theme_id = gone.theme_id
    AND total.day = gone.day AND total.sentiment = gone.sentiment;
  RETURN NULL;
END $$;
CREATE TRIGGER answer_read AFTER INSERT ON answer_digest
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION theme_day_add();
CREATE TRIGGER answer_unread AFTER DELETE ON answer_digest
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION theme_day_subtract();
CREATE TRIGGER answer_reread_from AFTER UPDATE ON answer_digest
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION theme_day_subtract();
CREATE TRIGGER answer_reread_to AFTER UPDATE ON answer_digest
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION theme_day_add();
INSERT INTO theme_day (project_id, study_id, theme_id, day, sentiment, count)
SELECT project_id, study_id, counted.theme_id, counted.day, coalesce(sentiment, ''), count(*) FROM answer_digest d
CROSS JOIN LATERAL (
  SELECT * FROM (VALUES (coalesce(d.theme_id, '00000000-0000-0000-0000-000000000000')),
      ('ffffffff-ffff-ffff-ffff-ffffffffffff')) AS of (theme_id),
    (VALUES (d.day), ('-infinity')) AS at (day)) AS counted
WHERE d.day IS NOT NULL GROUP BY 1, 2, 3, 4, 5;

-- How many observations of an issue carry a tag. Who changes either holds the project's digest lock.
CREATE TABLE issue_tag (
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (project_id, issue_id, tag_id),
  FOREIGN KEY (project_id, issue_id) REFERENCES issue ON DELETE CASCADE,
  FOREIGN KEY (project_id, tag_id) REFERENCES tag ON DELETE CASCADE
);
CREATE INDEX issue_tag_by_tag ON issue_tag (project_id, tag_id, issue_id) WHERE count > 0;

CREATE FUNCTION tagged_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO issue_tag AS total (project_id, issue_id, tag_id, count)
  SELECT project_id, issue_id, tag_id, count(*) FROM added JOIN issue_observation USING (project_id, observation_id)
  WHERE holds GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (project_id, issue_id, tag_id) DO UPDATE SET count = total.count + excluded.count;
  RETURN NULL;
END $$;
CREATE FUNCTION tagged_subtract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE issue_tag AS total SET count = total.count - gone.count
  FROM (SELECT project_id, issue_id, tag_id, count(*) FROM removed JOIN issue_observation USING (project_id, observation_id)
        WHERE holds GROUP BY 1, 2, 3) AS gone
  WHERE (total.project_id, total.issue_id, total.tag_id) = (gone.project_id, gone.issue_id, gone.tag_id);
  RETURN NULL;
END $$;
CREATE FUNCTION member_tags_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO issue_tag AS total (project_id, issue_id, tag_id, count)
  SELECT project_id, issue_id, tag_id, count(*) FROM added JOIN observation_tag USING (project_id, observation_id)
  WHERE holds GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (project_id, issue_id, tag_id) DO UPDATE SET count = total.count + excluded.count;
  RETURN NULL;
END $$;
CREATE FUNCTION member_tags_subtract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE issue_tag AS total SET count = total.count - gone.count
  FROM (SELECT project_id, issue_id, tag_id, count(*) FROM removed JOIN observation_tag USING (project_id, observation_id)
        WHERE holds GROUP BY 1, 2, 3) AS gone
  WHERE (total.project_id, total.issue_id, total.tag_id) = (gone.project_id, gone.issue_id, gone.tag_id);
  RETURN NULL;
END $$;
CREATE TRIGGER issue_tag_tagged_added AFTER INSERT ON observation_tag
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tagged_add();
CREATE TRIGGER issue_tag_tagged_removed AFTER DELETE ON observation_tag
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tagged_subtract();
CREATE TRIGGER issue_tag_tagged_changed_from AFTER UPDATE ON observation_tag
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tagged_subtract();
CREATE TRIGGER issue_tag_tagged_changed_to AFTER UPDATE ON observation_tag
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tagged_add();
CREATE TRIGGER issue_tag_member_added AFTER INSERT ON issue_observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION member_tags_add();
CREATE TRIGGER issue_tag_member_removed AFTER DELETE ON issue_observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION member_tags_subtract();
CREATE TRIGGER issue_tag_member_changed_from AFTER UPDATE ON issue_observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION member_tags_subtract();
CREATE TRIGGER issue_tag_member_changed_to AFTER UPDATE ON issue_observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION member_tags_add();
INSERT INTO issue_tag (project_id, issue_id, tag_id, count)
SELECT project_id, issue_id, tag_id, count(*) FROM observation_tag JOIN issue_observation USING (project_id, observation_id)
WHERE holds GROUP BY 1, 2, 3;

-- Users by the day on which they were last heard from: who was heard from since a day is counted from few rows.
CREATE TABLE last_heard_day (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (project_id, day)
);
CREATE FUNCTION last_heard_day_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO last_heard_day AS total (project_id, day, count)
  SELECT project_id, (last_seen AT TIME ZONE 'UTC')::date, count(*) FROM added GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (project_id, day) DO UPDATE SET count = total.count + excluded.count;
  RETURN NULL;
END $$;
CREATE FUNCTION last_heard_day_subtract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE last_heard_day AS total SET count = total.count - gone.count
  FROM (SELECT project_id, (last_seen AT TIME ZONE 'UTC')::date AS day, count(*) FROM removed GROUP BY 1, 2) AS gone
  WHERE (total.project_id, total.day) = (gone.project_id, gone.day);
  RETURN NULL;
END $$;
CREATE TRIGGER user_heard AFTER INSERT ON project_user
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION last_heard_day_add();
CREATE TRIGGER user_gone AFTER DELETE ON project_user
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION last_heard_day_subtract();
CREATE TRIGGER user_heard_before AFTER UPDATE ON project_user
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION last_heard_day_subtract();
CREATE TRIGGER user_heard_again AFTER UPDATE ON project_user
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION last_heard_day_add();
INSERT INTO last_heard_day (project_id, day, count)
SELECT project_id, (last_seen AT TIME ZONE 'UTC')::date, count(*) FROM project_user GROUP BY 1, 2;

-- Words and parts of ids are sought within the project, and in answers within the study: what others say makes no search slower.
CREATE INDEX observation_search_words ON observation_search USING gin (project_id, document);
CREATE INDEX issue_search_words ON issue_search USING gin (project_id, document);
CREATE INDEX answer_words ON answer USING gin (project_id, study_id, document);
CREATE INDEX project_user_parts ON project_user USING gin (project_id, user_id gin_trgm_ops);

-- A page of some period is found day by day, however much was stored since; so are the users of a period.
CREATE INDEX observation_by_day ON observation (project_id, ((observed_at AT TIME ZONE 'UTC')::date), id)
  INCLUDE (observed_at, user_sentiment, source, user_id);

-- Changed issues are read in this order, a part at a time; and of the pairs only those that people keep apart.
CREATE INDEX issue_by_change ON issue (project_id, state_version, id);
CREATE INDEX issue_pair_apart ON issue_pair (project_id) INCLUDE (left_id, right_id) WHERE state = 'apart';

-- Last, because whoever reads these tables waits from here on.
DROP INDEX observation_search_document, issue_search_document, answer_document, project_user_part, issue_changed;
