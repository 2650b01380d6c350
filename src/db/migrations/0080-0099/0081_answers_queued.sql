-- Since when an answer waits to be digested, however often it was tried; due_at moves with every attempt. Those that wait by now
-- count from here.
ALTER TABLE answer_job ADD COLUMN queued_at timestamptz(3) NOT NULL DEFAULT now();
