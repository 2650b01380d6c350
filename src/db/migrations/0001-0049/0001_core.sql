-- Projects, keys, observations, tags, studies, answers, guidelines.
-- Every key of project data starts with project_id, so that the tables can be distributed by it.

CREATE TABLE project (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE api_key (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  PRIMARY KEY (project_id, id)
);

CREATE TABLE observation (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  user_id text NOT NULL,
  interaction_id text NOT NULL,
  source text NOT NULL CHECK (source IN ('rest', 'mcp', 'import')),
  title text NOT NULL,
  description text NOT NULL,
  user_sentiment text NOT NULL
    CHECK (user_sentiment IN ('very negative', 'negative', 'neutral', 'positive', 'very positive')),
  observed_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX observation_by_user ON observation (project_id, user_id, id);
CREATE INDEX observation_by_interaction ON observation (project_id, interaction_id, id);

CREATE TABLE tag (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  label text NOT NULL,
  config jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, label)
);

CREATE TABLE observation_tag (
  project_id uuid NOT NULL,
  observation_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  PRIMARY KEY (project_id, observation_id, tag_id),
  FOREIGN KEY (project_id, observation_id) REFERENCES observation ON DELETE CASCADE,
  FOREIGN KEY (project_id, tag_id) REFERENCES tag ON DELETE CASCADE
);
CREATE INDEX observation_tag_by_tag ON observation_tag (project_id, tag_id, observation_id);

CREATE TABLE study (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  question text NOT NULL,
  eligibility_criteria text NOT NULL,
  sampling_rate double precision NOT NULL CHECK (sampling_rate BETWEEN 0 AND 1),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  max_answers integer CHECK (max_answers > 0),
  state text NOT NULL CHECK (state IN ('draft', 'active', 'paused', 'ended')),
  activated_at timestamptz(3),
  answer_count integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id),
  CHECK (starts_at < ends_at)
);
CREATE INDEX study_active ON study (project_id, activated_at, id) WHERE state = 'active';

CREATE TABLE answer (
  project_id uuid NOT NULL,
  study_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id text NOT NULL,
  interaction_id text NOT NULL,
  source text NOT NULL CHECK (source IN ('rest', 'mcp', 'import')),
  answer text NOT NULL,
  posted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, study_id, id),
  UNIQUE (project_id, study_id, user_id),
  FOREIGN KEY (project_id, study_id) REFERENCES study ON DELETE CASCADE
);

-- Which studies an end user was last given over MCP, so that a study_index means what the caller saw.
CREATE TABLE study_list (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  user_id text NOT NULL,
  study_ids uuid[] NOT NULL,
  listed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, user_id)
);
CREATE INDEX study_list_by_age ON study_list (listed_at);

CREATE TABLE guideline (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  version integer NOT NULL,
  observations text,
  research text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, version)
);

CREATE TABLE idempotency_key (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  response json,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, key)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (created_at);
