-- needs: 0096
-- Tags by day, and by issue, are counted by the statements that change tags and members, under the project's digest lock.
LOCK TABLE project, issue_observation, observation_tag IN ACCESS EXCLUSIVE MODE;

DROP TRIGGER tag_added ON observation_tag;
DROP TRIGGER tag_removed ON observation_tag;
DROP TRIGGER tag_changed_from ON observation_tag;
DROP TRIGGER tag_changed_to ON observation_tag;
DROP FUNCTION tag_day_add();
DROP FUNCTION tag_day_subtract();

DROP TRIGGER issue_tag_tagged_added ON observation_tag;
DROP TRIGGER issue_tag_tagged_removed ON observation_tag;
DROP TRIGGER issue_tag_tagged_changed_from ON observation_tag;
DROP TRIGGER issue_tag_tagged_changed_to ON observation_tag;
DROP FUNCTION tagged_add();
DROP FUNCTION tagged_subtract();

DROP TRIGGER issue_tag_member_added ON issue_observation;
DROP TRIGGER issue_tag_member_removed ON issue_observation;
DROP TRIGGER issue_tag_member_changed_from ON issue_observation;
DROP TRIGGER issue_tag_member_changed_to ON issue_observation;
DROP FUNCTION member_tags_add();
DROP FUNCTION member_tags_subtract();
