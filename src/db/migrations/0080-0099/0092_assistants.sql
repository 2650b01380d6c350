-- The team's own assistants review issues: what they said is theirs, not a person's, and stands as long as nobody says otherwise.
ALTER TABLE issue DROP CONSTRAINT issue_title_by_check,
  ADD CONSTRAINT issue_title_by_check CHECK (title_by IN ('machine', 'model', 'assistant', 'person')),
  DROP CONSTRAINT issue_kind_by_check,
  ADD CONSTRAINT issue_kind_by_check CHECK (kind_by IN ('machine', 'assistant', 'person')),
  DROP CONSTRAINT issue_accepted_title_by_check,
  ADD CONSTRAINT issue_accepted_title_by_check CHECK (accepted_title_by IN ('machine', 'model', 'assistant', 'person')),
  ADD COLUMN summary_by text NOT NULL DEFAULT 'machine' CHECK (summary_by IN ('machine', 'assistant')),
  -- How likely one of its observations does not belong; null while it has one alone.
  ADD COLUMN doubt real,
  -- How many observations it had when an assistant reviewed it.
  ADD COLUMN reviewed_count int;
ALTER TABLE issue_observation DROP CONSTRAINT issue_observation_placed_by_check,
  ADD CONSTRAINT issue_observation_placed_by_check CHECK (placed_by IN ('machine', 'agent', 'assistant', 'person'));
CREATE INDEX issue_doubt ON issue (project_id, (coalesce(doubt, -1)), id) WHERE merged_into IS NULL;
