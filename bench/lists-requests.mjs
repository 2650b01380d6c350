// Every list, chart, search and page that the console reads, as addresses with {names} for what a database has to fill in:
// by their names the same requests can be compared between databases of different sizes.
const DAY = 86_400_000
const iso = (daysAgo) => new Date(Date.now() - daysAgo * DAY).toISOString()

const between = (from, to) => `from={${from} days ago}&to={${to} days ago}`

const ISSUES = [
  ...['last_seen', 'first_seen', 'observations', 'users', 'severity'].map((sort) => `sort=${sort}`),
  ...['open', 'planned', 'resolved'].map((status) => `status=${status}`),
  'severity=critical&kind=request&status=planned',
  'status=open,acknowledged,planned',
  'status=open,acknowledged,planned&sort=observations',
  'regressed=true',
  'regressed=true&sort=users',
  'new_since={30 days ago}',
  'new_since={30 days ago}&sort=observations',
  'tag={common tag}',
  'tag={rare tag}',
  'tag={rare tag}&sort=observations',
  'tag={some tag}&sort=users',
  'q=export',
  'q=w3999x',
  'q=exp',
  'q=exprot',
  'q=zeppelin%20exprot',
  'q=w100x',
  'q=quixotic',
  'q=%22export%20report%22',
  'q=w39*',
  'q=w100x%20-export',
  'q=nothing',
  'q=export&tag={common tag}&status=open',
]

const OBSERVATIONS = [
  '',
  'sentiment=negative',
  'sentiment=very%20positive',
  'sentiment=negative,very%20negative',
  'source=mcp',
  'source=import',
  'tag={common tag}',
  'tag={few tag}',
  'tag={rare tag}',
  'issue={largest issue}',
  'issue={small issue}',
  'user_id={user}',
  'user_id=nobody',
  'q=export',
  'q=account',
  'q=w3000x',
  'q=quixotic',
  'q=nothing',
  'q=exp*',
  'q=exp',
  'q=exprot',
  'q=%22export%20report%22',
  'q=export%20-report',
  between(350, 340),
  between(350, 320),
  between(200, 199),
  between(365, 30),
  between(1000, 900),
  'from={2 days ago}',
  'to={360 days ago}',
  'sentiment=very%20positive&tag={some tag}',
  `q=export&sentiment=very%20positive&${between(350, 320)}`,
  'q=export&tag={common tag}&issue={largest issue}',
  'tag={few tag}&issue={largest issue}',
]

const TOTALS = ['', 'q=export', 'q=quixotic', 'tag={common tag}', 'sentiment=negative', between(350, 320)]

const USERS = ['sort=last_seen', 'sort=observations', 'q=user-8', 'q=ER-8', 'q=9', 'q=user-1234x', 'q=nobody']

const ANSWERS = [
  'limit=50',
  'q=accountant',
  'q=acc*',
  'q=quixotic',
  'to={300 days ago}',
  'theme={theme}',
  'themed=no',
  'sentiment_noted=no',
  'sentiment=negative',
]

const ANSWER_TOTALS = ['q=acc*', 'q=quixotic', 'theme={theme}', 'sentiment_noted=no', 'sentiment=negative']

/** Read in pages: the first, the second, and of observations one from the middle of the year. */
const PAGED = [
  ...ISSUES.map((query) => `/issues?${query}`),
  '/issues/{largest issue}/users?limit=50',
  ...OBSERVATIONS.map((query) => `/observations?${query}`),
  ...USERS.map((query) => `/users?${query}`),
  ...ANSWERS.map((query) => `/studies/{study}/answers?${query}`),
  '/studies?limit=50',
  '/studies?state=active',
]

const SINGLE = [
  ...['', 'q=export', 'tag={common tag}', 'new_since={30 days ago}'].map(
    (query) => `/issues/counts?${query}`,
  ),
  ...TOTALS.map((query) => `/totals/observations?${query}`),
  ...['', 'q=user-8', 'q=nobody'].map((query) => `/totals/users?${query}`),
  ...ANSWER_TOTALS.map((query) => `/totals/answers?study={study}&${query}`),
  '/issues/{largest issue}',
  '/issues/{small issue}',
  '/issues/{largest issue}/series?days=365',
  '/issues/{largest issue}/merged',
  '/users/{loudest user}?days=365',
  '/users/{user}?days=30',
  '/users/{loudest user}/answers',
  '/studies/{study}/series?days=30',
  '/studies/{study}/series?days=365',
  '/studies/{study}/series?days=365&theme={theme}',
  '/studies/{study}/series?days=30&sentiment=negative',
  '/studies/{study}/series?days=30&sentiment_noted=no',
  '/studies/{study}/themes',
  '/studies/{study}/explain?user_id=user-7',
  '/duplicates',
  '/totals/duplicates',
  '/audit?by=people',
  '/observations/{observation}',
  '/observations/{observation}/similar',
  '/overview?days=30',
  '/overview?days=90',
  '/overview?days=365',
  '/tags',
  '/views',
  '/guidelines/versions',
  '/digest',
  '/digest/failures',
]

/** What the addresses name, found in the project itself; `get` reads a path of it. */
export async function findNames(get, tags, study) {
  const { items: largest } = await get('/issues?sort=observations&limit=1')
  const { items: latest } = await get('/issues?sort=last_seen&limit=200')
  const small = latest.find((issue) => issue.observation_count < 100) ?? latest.at(-1)
  const { items: newest } = await get(`/observations?issue=${latest[0].id}`)
  const { items: loudest } = await get('/users?sort=observations&limit=1')
  const { items: themes } = await get(`/studies/${study}/themes`)
  return {
    'common tag': tags[0].id,
    'some tag': tags[3].id,
    'few tag': tags[5].id,
    'rare tag': tags.at(-1).id,
    'largest issue': largest[0].id,
    'small issue': small.id,
    user: encodeURIComponent(newest[0].user_id),
    'loudest user': encodeURIComponent(loudest[0].user_id),
    observation: newest[0].id,
    study,
    theme: themes[0].id,
  }
}

const fill = (address, names) =>
  address.replaceAll(/\{(?:(\d+) days ago|([^}]+))\}/g, (_, days, name) => (days ? iso(days) : names[name]))

/** As [name, path]: of a list with more than a page, further pages too. */
export async function listRequests(get, names) {
  const requests = []
  for (const address of PAGED) {
    const path = fill(address, names)
    requests.push([decodeURIComponent(address), path])
    const { next_cursor } = await get(path)
    if (!next_cursor) continue
    requests.push([`${decodeURIComponent(address)}, page 2`, `${path}&cursor=${next_cursor}`])
    if (address.startsWith('/observations'))
      requests.push([`${decodeURIComponent(address)}, half way`, `${path}&cursor=${halfWay()}`])
  }
  return [...requests, ...SINGLE.map((address) => [decodeURIComponent(address), fill(address, names)])]
}

/** A cursor of the observations' list is their id, and an id begins with its time. */
function halfWay() {
  const time = Math.floor(Date.now() - 180 * DAY)
    .toString(16)
    .padStart(12, '0')
  return Buffer.from(`${time}70008000000000000000`, 'hex').toString('base64url')
}
