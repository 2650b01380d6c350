-- The newest of a source are found however much came by others. What was read by time has been read by day since 0079: an
-- observation has as many index entries as before.
CREATE INDEX observation_by_source ON observation (project_id, source, id);

-- Where a period of a study begins and ends among its answers is found by their days, which are counted since 0079.
CREATE INDEX answer_by_study_day ON answer (project_id, study_id, ((posted_at AT TIME ZONE 'UTC')::date), id)
  INCLUDE (posted_at);

-- Last, because whoever reads these tables waits from here on. Issues, which are few, are counted by status from the index
-- that lists them.
DROP INDEX observation_by_time, answer_by_study_time, issue_by_last_seen;
CREATE INDEX issue_by_last_seen ON issue (project_id, last_seen, id) INCLUDE (status) WHERE merged_into IS NULL;
