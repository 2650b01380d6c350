-- The words of a note beside its meaning, as evidence for grouping: 32-bit numbers, in ascending order. Null until it is read again.
ALTER TABLE observation_digest ADD COLUMN words bytea;
