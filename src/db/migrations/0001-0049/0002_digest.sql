-- The digest: what happens to an observation after it is stored. Everything that changes which issue an observation
-- belongs to holds the project's digest_state row, so counters are exact and people and workers never interleave.

CREATE TABLE digest_job (
  project_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  error text,
  failed_at timestamptz(3),
  PRIMARY KEY (project_id, observation_id),
  FOREIGN KEY (project_id, observation_id) REFERENCES observation ON DELETE CASCADE
);
CREATE INDEX digest_job_due ON digest_job (project_id, due_at, observation_id) WHERE failed_at IS NULL;
CREATE INDEX digest_job_failed ON digest_job (project_id, observation_id) WHERE failed_at IS NOT NULL;

CREATE TABLE digest_state (
  project_id uuid PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  -- Grows with every change; a worker's copy of the project in memory is current when it has the same number.
  version bigint NOT NULL DEFAULT 0,
  background bytea,
  -- Whose vectors background and issue states are made of; null: nobody's yet.
  model text,
  since_merge_pass integer NOT NULL DEFAULT 0,
  claimed_at timestamptz(3) NOT NULL DEFAULT '-infinity',
  last_digested_at timestamptz(3),
  digested_count bigint NOT NULL DEFAULT 0,
  user_count integer NOT NULL DEFAULT 0,
  model_faults jsonb NOT NULL DEFAULT '{}'
);

CREATE TABLE issue (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  title text NOT NULL,
  title_by text NOT NULL DEFAULT 'machine' CHECK (title_by IN ('machine', 'model', 'person')),
  summary text NOT NULL DEFAULT '',
  quotes jsonb NOT NULL DEFAULT '[]',
  kind text NOT NULL DEFAULT 'problem' CHECK (kind IN ('problem', 'request', 'question', 'praise')),
  severity text NOT NULL DEFAULT 'low' CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  severity_rank smallint NOT NULL DEFAULT 0,
  severity_reasons text[] NOT NULL DEFAULT '{}',
  keyphrases text[] NOT NULL DEFAULT '{}',
  neighbours jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'acknowledged', 'planned', 'resolved', 'ignored')),
  status_note text,
  status_changed_at timestamptz(3),
  regressed_at timestamptz(3),
  -- A person named, filled or merged it: the machine never folds it into another issue.
  held boolean NOT NULL DEFAULT false,
  merged_into uuid,
  observation_count integer NOT NULL DEFAULT 0,
  user_count integer NOT NULL DEFAULT 0,
  sentiment_counts integer[] NOT NULL DEFAULT '{0,0,0,0,0}',
  first_seen timestamptz(3),
  last_seen timestamptz(3),
  described_count integer NOT NULL DEFAULT 0,
  -- What grouping knows of it; null: to be rebuilt from its observations.
  state bytea,
  state_version bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX issue_changed ON issue (project_id, state_version);
CREATE INDEX issue_by_last_seen ON issue (project_id, last_seen, id) WHERE merged_into IS NULL;
CREATE INDEX issue_by_first_seen ON issue (project_id, first_seen, id) WHERE merged_into IS NULL;
CREATE INDEX issue_by_count ON issue (project_id, observation_count, id) WHERE merged_into IS NULL;
CREATE INDEX issue_by_users ON issue (project_id, user_count, id) WHERE merged_into IS NULL;
CREATE INDEX issue_by_severity ON issue (project_id, severity_rank, id) WHERE merged_into IS NULL;
CREATE INDEX issue_text ON issue USING gin (to_tsvector('simple', title || ' ' || summary));

CREATE TABLE issue_observation (
  project_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  placed_by text NOT NULL CHECK (placed_by IN ('machine', 'person')),
  score real,
  PRIMARY KEY (project_id, observation_id),
  FOREIGN KEY (project_id, observation_id) REFERENCES observation ON DELETE CASCADE,
  FOREIGN KEY (project_id, issue_id) REFERENCES issue ON DELETE CASCADE
);
CREATE INDEX issue_observation_by_issue ON issue_observation (project_id, issue_id, observation_id);

CREATE TABLE issue_user (
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  user_id text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (project_id, issue_id, user_id),
  FOREIGN KEY (project_id, issue_id) REFERENCES issue ON DELETE CASCADE
);

CREATE TABLE issue_day (
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (project_id, issue_id, day),
  FOREIGN KEY (project_id, issue_id) REFERENCES issue ON DELETE CASCADE
);
CREATE INDEX issue_day_recent ON issue_day (project_id, day, issue_id);

-- Observations per day and sentiment over the whole project, for the overview.
CREATE TABLE project_day (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  day date NOT NULL,
  user_sentiment text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (project_id, day, user_sentiment)
);

-- The end users heard from.
CREATE TABLE project_user (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  user_id text NOT NULL,
  observation_count integer NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, user_id)
);

-- What the digest found in one observation.
CREATE TABLE observation_digest (
  project_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  language text NOT NULL,
  kind text NOT NULL,
  model text NOT NULL,
  meaning bytea,
  digested_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, observation_id),
  FOREIGN KEY (project_id, observation_id) REFERENCES observation ON DELETE CASCADE
);

-- Filled by the worker: indexing at insertion cut loading to a sixth.
CREATE TABLE observation_search (
  project_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  document tsvector NOT NULL,
  PRIMARY KEY (project_id, observation_id),
  FOREIGN KEY (project_id, observation_id) REFERENCES observation ON DELETE CASCADE
);
CREATE INDEX observation_search_document ON observation_search USING gin (document);

-- A page of observations of some period, sentiment or source is found in this index alone, however far back it lies:
-- 0.1 s for the oldest of a million, against 0.5 s through the table.
CREATE INDEX observation_by_time ON observation (project_id, observed_at);
CREATE INDEX observation_page ON observation (project_id, id) INCLUDE (observed_at, user_sentiment, source);

-- A pair that people keep apart, or that the machine suggests to merge. left_id < right_id.
CREATE TABLE issue_pair (
  project_id uuid NOT NULL,
  left_id uuid NOT NULL,
  right_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('suggested', 'apart')),
  score real,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, left_id, right_id),
  CHECK (left_id < right_id),
  FOREIGN KEY (project_id, left_id) REFERENCES issue ON DELETE CASCADE,
  FOREIGN KEY (project_id, right_id) REFERENCES issue ON DELETE CASCADE
);
CREATE INDEX issue_pair_by_right ON issue_pair (project_id, right_id);

-- A person's merge, with what it moved, so that it can be undone.
CREATE TABLE issue_merge (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  from_id uuid NOT NULL,
  into_id uuid NOT NULL,
  observation_ids uuid[] NOT NULL,
  merged_at timestamptz(3) NOT NULL,
  undone_at timestamptz(3),
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, from_id) REFERENCES issue ON DELETE CASCADE,
  FOREIGN KEY (project_id, into_id) REFERENCES issue ON DELETE CASCADE
);
CREATE INDEX issue_merge_by_from ON issue_merge (project_id, from_id, merged_at);

ALTER TABLE observation_tag
  ADD COLUMN placed_by text NOT NULL DEFAULT 'machine' CHECK (placed_by IN ('machine', 'person')),
  -- False: a person took the tag off, and the machine must not put it back.
  ADD COLUMN holds boolean NOT NULL DEFAULT true,
  ADD COLUMN score real,
  ADD COLUMN day date NOT NULL DEFAULT CURRENT_DATE;

-- Observations per tag and day, kept by the statement that changes observation_tag, whichever it is.
CREATE TABLE tag_day (
  project_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (project_id, tag_id, day),
  FOREIGN KEY (project_id, tag_id) REFERENCES tag ON DELETE CASCADE
);
CREATE FUNCTION tag_day_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tag_day AS total (project_id, tag_id, day, count)
  SELECT project_id, tag_id, day, count(*) FROM added WHERE holds GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (project_id, tag_id, day) DO UPDATE SET count = total.count + excluded.count;
  RETURN NULL;
END $$;
CREATE FUNCTION tag_day_subtract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tag_day AS total SET count = total.count - gone.count
  FROM (SELECT project_id, tag_id, day, count(*) FROM removed WHERE holds GROUP BY 1, 2, 3) AS gone
  WHERE (total.project_id, total.tag_id, total.day) = (gone.project_id, gone.tag_id, gone.day);
  RETURN NULL;
END $$;
CREATE TRIGGER tag_added AFTER INSERT ON observation_tag
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tag_day_add();
CREATE TRIGGER tag_removed AFTER DELETE ON observation_tag
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tag_day_subtract();
CREATE TRIGGER tag_changed_from AFTER UPDATE ON observation_tag
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tag_day_subtract();
CREATE TRIGGER tag_changed_to AFTER UPDATE ON observation_tag
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tag_day_add();

-- A pass over existing observations after a tag was created or changed.
CREATE TABLE tag_rematch (
  project_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  after_id uuid,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  matched integer NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, tag_id),
  FOREIGN KEY (project_id, tag_id) REFERENCES tag ON DELETE CASCADE
);
CREATE INDEX tag_rematch_open ON tag_rematch (project_id) WHERE finished_at IS NULL;

CREATE TABLE audit_log (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject_id uuid,
  facts jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (project_id, id)
);
CREATE INDEX audit_log_by_subject ON audit_log (project_id, subject_id, id);

CREATE INDEX issue_regressed ON issue (project_id, regressed_at) WHERE regressed_at IS NOT NULL;
CREATE INDEX answer_by_time ON answer (project_id, posted_at);
CREATE INDEX answer_by_id ON answer (project_id, id);

INSERT INTO digest_state (project_id) SELECT id FROM project;
INSERT INTO digest_job (project_id, observation_id, due_at) SELECT project_id, id, created_at FROM observation;
