-- Faults of processes that have no /metrics of their own, for those that have: how often each kind has happened.
CREATE TABLE fault_count (
  kind text PRIMARY KEY,
  count bigint NOT NULL
);
