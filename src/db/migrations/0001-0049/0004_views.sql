-- What the console's pages read: saved views, an issue's days by sentiment, its users by weight, what was merged into it.

CREATE TABLE saved_view (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  page text NOT NULL CHECK (page IN ('observations', 'issues')),
  name text NOT NULL,
  -- The page's address after the question mark.
  query text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, page, name)
);

-- In the order of the sentiments, as issue.sentiment_counts; they add up to count.
ALTER TABLE issue_day ADD COLUMN sentiment_counts integer[] NOT NULL DEFAULT '{0,0,0,0,0}';
UPDATE issue_day SET sentiment_counts = counted.moods
FROM (SELECT m.project_id, m.issue_id, (o.observed_at AT TIME ZONE 'UTC')::date AS day,
        ARRAY[count(*) FILTER (WHERE o.user_sentiment = 'very negative'),
          count(*) FILTER (WHERE o.user_sentiment = 'negative'), count(*) FILTER (WHERE o.user_sentiment = 'neutral'),
          count(*) FILTER (WHERE o.user_sentiment = 'positive'),
          count(*) FILTER (WHERE o.user_sentiment = 'very positive')]::int[] AS moods
      FROM issue_observation m JOIN observation o ON o.project_id = m.project_id AND o.id = m.observation_id
      GROUP BY 1, 2, 3) AS counted
WHERE (issue_day.project_id, issue_day.issue_id, issue_day.day) = (counted.project_id, counted.issue_id, counted.day);

CREATE INDEX issue_user_by_count ON issue_user (project_id, issue_id, count, user_id);

ALTER TABLE issue_merge ADD COLUMN merged_by text;
UPDATE issue_merge SET merged_by = (
  SELECT actor FROM audit_log a
  WHERE a.project_id = issue_merge.project_id AND a.subject_id = issue_merge.from_id AND a.action = 'issue.merged'
    AND a.facts ->> 'into' = issue_merge.into_id::text
  ORDER BY a.id DESC LIMIT 1);
CREATE INDEX issue_merge_by_into ON issue_merge (project_id, into_id, merged_at) WHERE undone_at IS NULL;

-- The overview compares how many users a period heard from with the period before.
DROP INDEX observation_by_time;
CREATE INDEX observation_by_time ON observation (project_id, observed_at) INCLUDE (user_id);
