-- Grouping looks again: what a worker knows of an issue is read from its newest observations, so that nothing learned is
-- kept in bytes of its own; issues whose members changed wait to be looked at.

ALTER TABLE observation_digest ADD COLUMN text_hash bytea;
CREATE INDEX observation_digest_by_text ON observation_digest (project_id, text_hash);

ALTER TABLE issue
  DROP COLUMN state,
  -- Its members changed since it was last compared with its neighbors.
  ADD COLUMN unsettled boolean NOT NULL DEFAULT false,
  -- When somebody first looked at it: from then on it keeps its id.
  ADD COLUMN seen_at timestamptz(3);
CREATE INDEX issue_unsettled ON issue (project_id, state_version) WHERE unsettled AND merged_into IS NULL;

-- The language model that was asked put it there: likeness alone does not take it out again.
ALTER TABLE issue_observation ADD COLUMN by_model boolean NOT NULL DEFAULT false;

-- After another encoder came, the project is digested again in steps: up to which observation it has been queued.
ALTER TABLE digest_state
  DROP COLUMN background,
  DROP COLUMN since_merge_pass,
  ADD COLUMN requeued_to uuid,
  -- How many issues a stricter and a looser threshold would give.
  ADD COLUMN threshold_preview jsonb;

-- A remote model's vectors are of another width from now on: under its name alone they would be taken for the new ones.
UPDATE digest_state SET model = 'earlier ' || model WHERE model LIKE 'remote:%';
UPDATE observation_digest SET model = 'earlier ' || model WHERE model LIKE 'remote:%';
