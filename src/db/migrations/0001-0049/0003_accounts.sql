-- Accounts, who belongs to which project, and the links and tokens that let people in.
-- The first five tables are better-auth's, under our names; it reads and writes them through src/accounts.

CREATE TABLE account_user (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE, -- in lower case
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

-- A way to sign in: a password ("credential"), or an identity at the OIDC provider.
CREATE TABLE account_login (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES account_user ON DELETE CASCADE,
  provider_id text NOT NULL,
  account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (provider_id, account_id)
);
CREATE INDEX account_login_by_user ON account_login (user_id);

CREATE TABLE account_session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES account_user ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  ip_address text,
  user_agent text,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX account_session_by_user ON account_session (user_id);
CREATE INDEX account_session_by_expiry ON account_session (expires_at);

CREATE TABLE account_verification (
  id uuid PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX account_verification_by_identifier ON account_verification (identifier);
CREATE INDEX account_verification_by_expiry ON account_verification (expires_at);

CREATE TABLE account_rate_limit (
  id uuid PRIMARY KEY,
  key text NOT NULL UNIQUE,
  count integer NOT NULL,
  last_request double precision NOT NULL -- milliseconds; bigint would arrive as text
);

-- What the service keeps to itself, made at the first start: every process on this database shares it.
CREATE TABLE service_secret (
  name text PRIMARY KEY,
  value text NOT NULL
);

-- Links that work once: the first account, or a new password. Only the hash of the token is stored.
CREATE TABLE account_link (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('setup', 'reset')),
  account_id uuid REFERENCES account_user ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);

CREATE TABLE access_token (
  account_id uuid NOT NULL REFERENCES account_user ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  PRIMARY KEY (account_id, id)
);

CREATE TABLE project_member (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account_user ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
  joined_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, account_id)
);
CREATE INDEX project_member_by_account ON project_member (account_id, project_id);

CREATE TABLE project_invite (
  project_id uuid NOT NULL REFERENCES project ON DELETE CASCADE,
  id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
  email text, -- in lower case; null: whoever has the link
  hash bytea NOT NULL UNIQUE,
  invited_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX project_invite_by_email ON project_invite (email) WHERE email IS NOT NULL;
