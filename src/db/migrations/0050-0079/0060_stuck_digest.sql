-- What shows that the digest is stuck, and gets it going again.

-- Since when it waits, however often it was tried; due_at moves with every attempt.
ALTER TABLE digest_job ADD COLUMN queued_at timestamptz(3) NOT NULL DEFAULT now();

-- Batches that were begun in a row and never ended: their process died, or the database went away under them.
ALTER TABLE digest_state
  ADD COLUMN lost_batches integer NOT NULL DEFAULT 0,
  ADD COLUMN lost_error text;
