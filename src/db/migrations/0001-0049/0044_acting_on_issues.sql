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

-- What is told to the outside: events, written in the transaction of their cause; where they go; and what became of it.

ALTER TABLE project ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC';
ALTER TABLE issue ADD COLUMN spiked_at timestamptz(3);
-- When it stopped taking answers, for whatever reason; told once.
ALTER TABLE study ADD COLUMN finished_at timestamptz(3);
UPDATE study SET finished_at = updated_at WHERE state = 'ended';
CREATE INDEX study_to_finish ON study (ends_at) WHERE state = 'active' AND finished_at IS NULL AND ends_at IS NOT NULL;

CREATE TABLE event_target (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  format text NOT NULL CHECK (format IN ('webhook', 'slack', 'email')),
  -- A web address, or e-mail addresses separated by commas.
  address text NOT NULL,
  -- What webhooks are signed with.
  secret text,
  rhythm text NOT NULL CHECK (rhythm IN ('each', 'daily', 'weekly')),
  events text[] NOT NULL,
  min_users integer NOT NULL DEFAULT 1,
  kinds text[] NOT NULL DEFAULT '{}',
  min_severity text CHECK (min_severity IN ('low', 'medium', 'high', 'critical')),
  tag_id uuid,
  -- Set: nothing is sent, and this is why.
  paused_at timestamptz(3),
  paused_because text,
  next_digest_at timestamptz(3),
  last_digest_at timestamptz(3),
  -- People get at most one message a minute: what comes sooner waits, and goes together.
  quiet_until timestamptz(3),
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX event_target_digests ON event_target (next_digest_at) WHERE next_digest_at IS NOT NULL;

-- Ids and figures only: words are read when a message is sent, so that what was erased by then is not in it.
CREATE TABLE event (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  type text NOT NULL,
  at timestamptz(3) NOT NULL,
  issue_id uuid,
  study_id uuid,
  facts jsonb NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX event_by_age ON event (at);

CREATE TABLE event_message (
  project_id uuid NOT NULL,
  -- What receivers know it by, however often it is sent.
  id uuid NOT NULL,
  target_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('events', 'digest', 'test')),
  -- Of a digest: the period that it tells of.
  since timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  state text NOT NULL CHECK (state IN ('due', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  first_attempt_at timestamptz(3),
  next_attempt_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  -- What the last attempt came to.
  status integer,
  error text,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, target_id) REFERENCES event_target ON DELETE CASCADE
);
CREATE INDEX event_message_due ON event_message (next_attempt_at) WHERE state = 'due';
CREATE INDEX event_message_by_target ON event_message (project_id, target_id, id);
CREATE INDEX event_message_by_age ON event_message (created_at);

-- What each target is still to be told, and which message told it.
CREATE TABLE event_queue (
  project_id uuid NOT NULL,
  event_id uuid NOT NULL,
  target_id uuid NOT NULL,
  issue_id uuid,
  -- infinity: until the issue changes, because it does not meet the target's conditions yet.
  ready_at timestamptz NOT NULL,
  message_id uuid,
  PRIMARY KEY (project_id, event_id, target_id),
  FOREIGN KEY (project_id, event_id) REFERENCES event ON DELETE CASCADE,
  FOREIGN KEY (project_id, target_id) REFERENCES event_target ON DELETE CASCADE,
  FOREIGN KEY (project_id, message_id) REFERENCES event_message ON DELETE CASCADE
);
CREATE INDEX event_queue_ready ON event_queue (ready_at) WHERE message_id IS NULL AND ready_at < 'infinity';
CREATE INDEX event_queue_waiting ON event_queue (project_id, issue_id)
  WHERE message_id IS NULL AND ready_at = 'infinity';
CREATE INDEX event_queue_by_message ON event_queue (project_id, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX event_queue_by_target ON event_queue (project_id, target_id);

-- The address of the tracker's own form for a new ticket, with places for the words of an issue; null: none.
ALTER TABLE project ADD COLUMN ticket_template text;
