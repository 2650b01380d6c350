-- Who takes an issue, what the team says about it, and the tickets that it became elsewhere.

ALTER TABLE issue ADD COLUMN assignee_id uuid REFERENCES account_user ON DELETE SET NULL;
CREATE INDEX issue_by_assignee ON issue (project_id, assignee_id, last_seen)
  WHERE assignee_id IS NOT NULL AND merged_into IS NULL;
CREATE INDEX issue_assignee ON issue (assignee_id) WHERE assignee_id IS NOT NULL; -- for the foreign key

CREATE TABLE issue_comment (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  issue_id uuid NOT NULL,
  -- Where it was written: what a merge brought along goes back with its undoing.
  written_on uuid NOT NULL,
  author_id uuid REFERENCES account_user ON DELETE SET NULL,
  -- As in the audit log: a person, or a token of theirs.
  author text NOT NULL,
  body text NOT NULL,
  mentions uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  edited_at timestamptz(3),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, issue_id) REFERENCES issue ON DELETE CASCADE
);
CREATE INDEX issue_comment_by_issue ON issue_comment (project_id, issue_id, id);
CREATE INDEX issue_comment_by_author ON issue_comment (author_id) WHERE author_id IS NOT NULL;

CREATE TABLE issue_ticket (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  issue_id uuid NOT NULL,
  linked_on uuid NOT NULL,
  url text NOT NULL,
  added_by text NOT NULL,
  added_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, issue_id) REFERENCES issue ON DELETE CASCADE
);
CREATE INDEX issue_ticket_by_issue ON issue_ticket (project_id, issue_id, id);
