-- Themes that people merged into others, kept so that it can be undone.
CREATE TABLE theme_merge (
  project_id uuid NOT NULL,
  study_id uuid NOT NULL,
  -- The theme that went, under the id that it had and would have again.
  id uuid NOT NULL,
  -- No reference: that one may be merged into a third, and come back.
  into_id uuid NOT NULL,
  -- Null: its words went with an answer that was taken away.
  title text,
  title_by text NOT NULL CHECK (title_by IN ('machine', 'person')),
  answer_ids uuid[] NOT NULL,
  merged_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, study_id, id),
  FOREIGN KEY (project_id, study_id) REFERENCES study ON DELETE CASCADE
);
