-- needs: 0094
-- Answers by day, what was found in them by theme and day, and users by the day they were last heard from are counted by the statements
-- that change them, under the locks that they hold anyway.
LOCK TABLE project, study, answer, answer_digest, project_user IN ACCESS EXCLUSIVE MODE;

DROP TRIGGER answer_added ON answer;
DROP TRIGGER answer_removed ON answer;
DROP FUNCTION answer_day_add();
DROP FUNCTION answer_day_subtract();

DROP TRIGGER user_heard ON project_user;
DROP TRIGGER user_gone ON project_user;
DROP TRIGGER user_heard_before ON project_user;
DROP TRIGGER user_heard_again ON project_user;
DROP FUNCTION last_heard_day_add();
DROP FUNCTION last_heard_day_subtract();

DROP TRIGGER answer_digest_dates ON answer_digest;
DROP TRIGGER answer_read ON answer_digest;
DROP TRIGGER answer_unread ON answer_digest;
DROP TRIGGER answer_reread_from ON answer_digest;
DROP TRIGGER answer_reread_to ON answer_digest;
DROP FUNCTION answer_digest_dated();
DROP FUNCTION theme_day_add();
DROP FUNCTION theme_day_subtract();

-- One trigger each for what raises a project's version, instead of two.
DROP TRIGGER study_pace_changes ON study;
DROP TRIGGER study_changes ON study;
CREATE TRIGGER study_changes AFTER UPDATE ON study FOR EACH ROW
  WHEN ((OLD.question, OLD.eligibility_criteria, OLD.sampling_rate, OLD.starts_at, OLD.ends_at, OLD.max_answers, OLD.state,
         OLD.activated_at, OLD.answer_count >= OLD.max_answers, OLD.max_answers_per_day,
         OLD.answers_today >= OLD.max_answers_per_day, CASE WHEN OLD.max_answers_per_day IS NOT NULL THEN OLD.answers_on END)
    IS DISTINCT FROM
        (NEW.question, NEW.eligibility_criteria, NEW.sampling_rate, NEW.starts_at, NEW.ends_at, NEW.max_answers, NEW.state,
         NEW.activated_at, NEW.answer_count >= NEW.max_answers, NEW.max_answers_per_day,
         NEW.answers_today >= NEW.max_answers_per_day, CASE WHEN NEW.max_answers_per_day IS NOT NULL THEN NEW.answers_on END))
  EXECUTE FUNCTION raise_project_version();
DROP TRIGGER project_rest_changes ON project;
DROP TRIGGER project_changes ON project;
CREATE TRIGGER project_changes AFTER UPDATE ON project FOR EACH ROW
  WHEN ((OLD.name, OLD.about, OLD.share_known_issues, OLD.deleted_at, OLD.rest_days)
    IS DISTINCT FROM (NEW.name, NEW.about, NEW.share_known_issues, NEW.deleted_at, NEW.rest_days))
  EXECUTE FUNCTION raise_project_version();
