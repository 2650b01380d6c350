-- One queue of possible duplicates over the whole project, the likeliest first; and what was said of them, with the chance that they
-- had, so that the queue learns from it.
ALTER TABLE issue_pair ADD COLUMN judged_by text;
ALTER TABLE issue_merge ADD COLUMN chance real;
CREATE INDEX issue_pair_queue ON issue_pair (project_id, score, left_id, right_id) WHERE state = 'suggested';
