// Every page of the console, for whoever visits them all: accessibility tests, screenshots, budgets.

/** Paths below a project; `{issue}`, `{user}` and `{study}` stand for one that exists. */
export const PROJECT_PAGES = [
  { name: 'overview', path: '' },
  { name: 'issues', path: '/issues' },
  { name: 'issue', path: '/issues/{issue}' },
  { name: 'review', path: '/review' },
  { name: 'observations', path: '/observations' },
  { name: 'observation', path: '/observations?observation={observation}' },
  { name: 'users', path: '/users' },
  { name: 'user', path: '/users/{user}' },
  { name: 'studies', path: '/studies' },
  { name: 'study', path: '/studies/{study}' },
  { name: 'new-study', path: '/studies/new' },
  { name: 'guidelines', path: '/guidelines' },
  { name: 'connect', path: '/settings/connect' },
  { name: 'keys', path: '/settings/keys' },
  { name: 'tags', path: '/settings/tags' },
  { name: 'members', path: '/settings/members' },
  { name: 'privacy', path: '/settings/privacy' },
  { name: 'integrations', path: '/settings/integrations' },
  { name: 'import', path: '/settings/import' },
  { name: 'audit', path: '/settings/audit' },
  { name: 'project', path: '/settings/project' },
]

export const ACCOUNT_PAGES = [{ name: 'account', path: '/account' }]

/** Before signing in. */
export const OPEN_PAGES = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'setup', path: '/setup#none' },
  { name: 'invite', path: '/invite' },
  { name: 'reset', path: '/reset#none' },
  { name: 'consent-refused', path: '/consent?error=invalid_client' },
]

/** The address of a page, with what it stands for filled in; null where the project has no such thing. */
export function addressOf(path, projectId, found) {
  const missing = [...path.matchAll(/\{(\w+)\}/g)].some(([, what]) => !found[what])
  if (missing) return null
  return `/p/${projectId}${path.replace(/\{(\w+)\}/g, (_, what) => encodeURIComponent(found[what]))}`
}

/** One of each thing that a page can be about, read with the admin API. */
export async function findSubjects(get) {
  const first = async (path) => (await get(path)).items[0]
  const [issue, observation, user] = await Promise.all([
    first('/issues?sort=observations&limit=1'),
    first('/observations?limit=1'),
    first('/users?sort=observations&limit=1'),
  ])
  const { items: studies } = await get('/studies')
  const study = studies.find(({ state }) => state === 'active') ?? studies[0]
  return { issue: issue?.id, observation: observation?.id, user: user?.user_id, study: study?.id }
}
