-- People correct kind and severity, and it stays; praise has no severity; a list of words no longer stands in for a
-- summary; and a regression can be taken back when what made it one is moved away.
ALTER TABLE issue
  ADD COLUMN kind_by text NOT NULL DEFAULT 'machine' CHECK (kind_by IN ('machine', 'person')),
  ADD COLUMN severity_by text NOT NULL DEFAULT 'machine' CHECK (severity_by IN ('machine', 'person')),
  -- When it was last resolved; a regression leaves it as it is.
  ADD COLUMN resolved_at timestamptz(3),
  ALTER COLUMN severity DROP NOT NULL,
  DROP COLUMN keyphrases;

UPDATE issue SET resolved_at = status_changed_at WHERE status = 'resolved';
-- Below every severity, so that praise comes last.
UPDATE issue SET severity = NULL, severity_rank = -1, severity_reasons = '{}' WHERE kind = 'praise';
ALTER TABLE issue ADD CONSTRAINT praise_has_no_severity CHECK ((kind = 'praise') = (severity IS NULL));

-- Titles and summaries are made anew, in the background.
UPDATE issue SET redescribe = true WHERE merged_into IS NULL AND observation_count > 0;
