-- Batches of answers that were begun in a row and never ended are counted like those of notes, apart from them: notes that are digested
-- in between say nothing about the answers.
ALTER TABLE digest_state
  ADD COLUMN lost_answer_batches integer NOT NULL DEFAULT 0,
  ADD COLUMN lost_answer_error text;
