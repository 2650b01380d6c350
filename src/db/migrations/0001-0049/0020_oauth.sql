-- OAuth for MCP clients: which application may act for which member, in which project. better-auth's OAuth provider
-- reads and writes the tables (src/accounts/oauth); tokens are stored as hashes, client secrets encrypted.

CREATE TABLE oauth_client (
  id uuid PRIMARY KEY,
  client_id text NOT NULL UNIQUE, -- random, or the https address of the client's own metadata document
  client_secret text,
  client_discovery_id text, -- set when a metadata document describes the client
  disabled boolean DEFAULT false,
  skip_consent boolean,
  enable_end_session boolean,
  subject_type text,
  scopes jsonb,
  client_credentials_scopes jsonb,
  user_id uuid REFERENCES account_user ON DELETE CASCADE,
  created_at timestamptz(3),
  updated_at timestamptz(3),
  name text,
  uri text,
  icon text,
  contacts jsonb,
  tos text,
  policy text,
  software_id text,
  software_version text,
  software_statement text,
  redirect_uris jsonb NOT NULL,
  post_logout_redirect_uris jsonb,
  backchannel_logout_uri text,
  backchannel_logout_session_required boolean,
  token_endpoint_auth_method text,
  application_type text,
  jwks text,
  jwks_uri text,
  grant_types jsonb,
  response_types jsonb,
  require_pkce boolean,
  dpop_bound_access_tokens boolean DEFAULT false,
  reference_id text,
  metadata jsonb
);
CREATE INDEX oauth_client_by_age ON oauth_client (created_at);

-- What a token can be for: one project each. Kept in step by being nothing but another look at the projects.
CREATE VIEW oauth_resource AS
SELECT id, 'urn:uuid:' || id AS identifier, name, false AS disabled, created_at, created_at AS updated_at,
  NULL::integer AS access_token_ttl, NULL::integer AS refresh_token_ttl, NULL::text AS signing_algorithm,
  NULL::text AS signing_key_id, NULL::jsonb AS allowed_scopes, NULL::jsonb AS custom_claims,
  false AS dpop_bound_access_tokens_required, 1 AS policy_version, NULL::jsonb AS metadata
FROM project WHERE deleted_at IS NULL;

-- What a member agreed to; reference_id is the project. Whoever leaves the project takes all of it with them.
CREATE TABLE oauth_consent (
  id uuid PRIMARY KEY,
  client_id text NOT NULL REFERENCES oauth_client (client_id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  reference_id uuid NOT NULL,
  resources jsonb,
  requested_user_info_claims jsonb,
  scopes jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  UNIQUE (client_id, user_id, reference_id),
  FOREIGN KEY (reference_id, user_id) REFERENCES project_member (project_id, account_id) ON DELETE CASCADE
);
CREATE INDEX oauth_consent_by_member ON oauth_consent (user_id, reference_id);

CREATE TABLE oauth_refresh_token (
  id uuid PRIMARY KEY,
  token text NOT NULL UNIQUE,
  client_id text NOT NULL REFERENCES oauth_client (client_id) ON DELETE CASCADE,
  session_id uuid REFERENCES account_session ON DELETE SET NULL,
  user_id uuid NOT NULL,
  reference_id uuid NOT NULL,
  authorization_code_id text,
  resources jsonb,
  requested_user_info_claims jsonb,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  revoked timestamptz(3),
  rotated_at timestamptz(3),
  rotation_replay_response text,
  rotation_replay_expires_at timestamptz(3),
  auth_time timestamptz(3),
  confirmation jsonb,
  scopes jsonb NOT NULL,
  FOREIGN KEY (client_id, user_id, reference_id) REFERENCES oauth_consent (client_id, user_id, reference_id)
    ON DELETE CASCADE
);
CREATE INDEX oauth_refresh_token_by_grant ON oauth_refresh_token (client_id, user_id, reference_id);
CREATE INDEX oauth_refresh_token_by_code ON oauth_refresh_token (authorization_code_id);
CREATE INDEX oauth_refresh_token_by_session ON oauth_refresh_token (session_id);
CREATE INDEX oauth_refresh_token_by_expiry ON oauth_refresh_token (expires_at);

CREATE TABLE oauth_access_token (
  id uuid PRIMARY KEY,
  token text NOT NULL UNIQUE,
  client_id text NOT NULL REFERENCES oauth_client (client_id) ON DELETE CASCADE,
  session_id uuid REFERENCES account_session ON DELETE SET NULL,
  user_id uuid NOT NULL,
  reference_id uuid NOT NULL,
  authorization_code_id text,
  resources jsonb,
  requested_user_info_claims jsonb,
  refresh_id uuid REFERENCES oauth_refresh_token ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  revoked timestamptz(3),
  confirmation jsonb,
  scopes jsonb NOT NULL,
  FOREIGN KEY (client_id, user_id, reference_id) REFERENCES oauth_consent (client_id, user_id, reference_id)
    ON DELETE CASCADE
);
CREATE INDEX oauth_access_token_by_grant ON oauth_access_token (client_id, user_id, reference_id);
CREATE INDEX oauth_access_token_by_code ON oauth_access_token (authorization_code_id);
CREATE INDEX oauth_access_token_by_refresh ON oauth_access_token (refresh_id);
CREATE INDEX oauth_access_token_by_session ON oauth_access_token (session_id);
CREATE INDEX oauth_access_token_by_expiry ON oauth_access_token (expires_at);

-- Signed statements by which clients proved who they are: each counts once.
CREATE TABLE oauth_client_assertion (
  id text PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_client_assertion_by_expiry ON oauth_client_assertion (expires_at);
