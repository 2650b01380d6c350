-- The last backup of each cause, so that every process knows how old it is and when the next is due.
CREATE TABLE backup (
  cause text PRIMARY KEY CHECK (cause IN ('schedule', 'command')),
  -- What it holds is as of this moment; null: none succeeded yet.
  taken_at timestamptz(3),
  finished_at timestamptz(3),
  bytes bigint,
  rows bigint,
  failed_at timestamptz(3),
  error text
);
