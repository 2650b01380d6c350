-- Issues have numbers that people and agents call them by, and a team may tell its agents which issues it knows.

-- The last number that was given out; it is never given out again.
ALTER TABLE digest_state ADD COLUMN last_issue_number integer NOT NULL DEFAULT 0;

ALTER TABLE issue
  ADD COLUMN number integer,
  -- The title that a person wrote or accepted, and who had worded it: the only words that agents are told.
  ADD COLUMN accepted_title text,
  ADD COLUMN accepted_title_by text CHECK (accepted_title_by IN ('machine', 'model', 'person')),
  ADD CHECK ((accepted_title IS NULL) = (accepted_title_by IS NULL));

UPDATE issue SET number = numbered.number
FROM (SELECT project_id, id,
        row_number() OVER (PARTITION BY project_id ORDER BY coalesce(first_seen, created_at), id) AS number
      FROM issue) AS numbered
WHERE issue.project_id = numbered.project_id AND issue.id = numbered.id;
UPDATE digest_state SET last_issue_number = counted.last
FROM (SELECT project_id, max(number) AS last FROM issue GROUP BY project_id) AS counted
WHERE digest_state.project_id = counted.project_id;

ALTER TABLE issue ALTER COLUMN number SET NOT NULL;
CREATE UNIQUE INDEX issue_by_number ON issue (project_id, number);

-- What a person named before today was written by that person. A status alone is no proof that the title was seen in
-- its present wording: it counts once it is set again.
UPDATE issue SET accepted_title = title, accepted_title_by = 'person' WHERE title_by = 'person';
CREATE INDEX issue_known ON issue (project_id, last_seen) WHERE accepted_title IS NOT NULL AND merged_into IS NULL;

ALTER TABLE project ADD COLUMN share_known_issues boolean NOT NULL DEFAULT false;

-- The number of the issue that the agent took an observation to speak of.
ALTER TABLE observation ADD COLUMN agent_issue integer;

ALTER TABLE issue_observation DROP CONSTRAINT issue_observation_placed_by_check;
ALTER TABLE issue_observation ADD CONSTRAINT issue_observation_placed_by_check
  CHECK (placed_by IN ('machine', 'agent', 'person'));

-- How often each key fetched each list of known issues; a list's version is a hash of what it says.
CREATE TABLE known_issues_fetch (
  project_id uuid NOT NULL,
  version text NOT NULL,
  key_id uuid NOT NULL,
  fetches integer NOT NULL,
  last_fetched_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, version, key_id),
  FOREIGN KEY (project_id, key_id) REFERENCES api_key ON DELETE CASCADE
);
CREATE INDEX known_issues_fetch_by_age ON known_issues_fetch (last_fetched_at);
