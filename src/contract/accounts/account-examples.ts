// Examples of accounts, members, invites and access tokens, shown in the OpenAPI document.
import { PROJECT } from '../projects/project-examples.ts'

export const ACCOUNT = {
  id: '0199c0de-7a11-7000-8000-000000000020',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
}

export const MANAGED_ACCOUNT = { ...ACCOUNT, disabled_at: '2026-03-14T11:02:40.120Z' }

export const SESSION = {
  account: ACCOUNT,
  projects: [{ id: PROJECT.id, name: PROJECT.name, role: 'owner', sample_of: null }],
  setup_needed: false,
  mail: true,
  oidc: { name: 'Example SSO' },
}

export const MEMBER = {
  account_id: ACCOUNT.id,
  name: ACCOUNT.name,
  email: ACCOUNT.email,
  role: 'editor',
  joined_at: PROJECT.created_at,
  disabled: false,
}

export const INVITE = {
  id: '0199c0de-7a11-7000-8000-000000000021',
  role: 'editor',
  email: 'grace@example.com',
  invited_by: ACCOUNT.email,
  created_at: PROJECT.created_at,
  expires_at: '2026-03-21T09:30:02.518Z',
}

export const ACCESS_TOKEN = {
  id: '0199c0de-7a11-7000-8000-000000000022',
  name: 'Weekly report',
  prefix: 'fnp_Zk81pQ',
  created_at: PROJECT.created_at,
  expires_at: null,
  last_used_at: '2026-03-14T11:02:40.120Z',
}

export const GRANT = {
  id: '0199c0de-7a11-7000-8000-000000000023',
  client_name: 'Claude',
  client_host: 'claude.ai',
  project_id: PROJECT.id,
  project_name: PROJECT.name,
  scopes: ['agent'],
  created_at: PROJECT.created_at,
  last_used_at: '2026-03-14T11:02:40.120Z',
}

export const CONSENT_SHOWN = {
  client_name: GRANT.client_name,
  client_host: GRANT.client_host,
  redirect_to: 'claude.ai',
  redirect_local: false,
  scopes: GRANT.scopes,
  project_id: PROJECT.id,
  projects: [{ id: PROJECT.id, name: PROJECT.name, role: 'owner', scopes: GRANT.scopes }],
}

export const CONSENT_ANSWER = { redirect_to: 'https://claude.ai/api/mcp/auth_callback?code=…&state=…' }
