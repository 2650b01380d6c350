// One of each thing that a path can name, and a caller of each kind.
import { startDigestWorker } from '../../src/worker/digest-worker.ts'
import { startImporting } from '../../src/worker/loops.ts'
import { atEnd } from '../closings.ts'
import { digestAll, readObservation, startEngine } from '../digest/digesting.ts'
import { makeTheme } from '../digest/research/made-themes.ts'
import { accessToken, bearer } from '../mcp/team/asking.ts'
import {
  ADMIN_TOKEN,
  anotherProject,
  answer,
  batch,
  makeStudy,
  PASSWORD,
  type Person,
  send,
  signIn,
  type TestService,
} from '../service.ts'
import type { Operation, World } from './inputs.ts'

/** With workers that digest and import what comes. */
export async function makeWorld(service: TestService): Promise<World> {
  const owner = await signIn(service)
  const viewer = await signIn(service, { role: 'viewer' })
  const token = await accessToken(owner)
  const ids = {
    ...(await makeThings(service)),
    account_id: viewer.account.id,
    token_id: (await owner.call('POST', '/tokens', { name: 'Spare' })).body.id,
    session_id: await otherSession(service, owner),
    grant_id: crypto.randomUUID(),
  }
  const { projectId: toDelete } = await anotherProject(service)
  const credentials = ({ facts }: Operation): Record<string, string> => {
    const ways: string[] = facts.security.flatMap((way: object) => Object.keys(way))
    if (ways.includes('XApiKey')) return { 'X-Api-Key': service.key }
    if (ways.includes('AdminToken')) return bearer(ADMIN_TOKEN)
    if (ways.includes('AccessToken')) return bearer(token)
    return ways.includes('SessionCookie') ? owner.headers : {}
  }
  return {
    idsFor: ({ id }) => (id === 'delete_project' ? { ...ids, project_id: toDelete } : ids),
    credentials,
  }
}

/** What belongs to the project, made as its team and its agents make it. */
export async function makeThings(service: TestService): Promise<Record<string, string>> {
  const make = async (path: string, body?: object) =>
    (await service.admin('POST', `/projects/${service.projectId}${path}`, body)).body
  const observed = (await service.call('POST', '/observations/', batch())).body.results[0].id
  await startWorkers(service)
  const issue = (await readObservation(service, observed)).issue?.id ?? ''
  const study = (await makeStudy(service)).id
  await service.call('POST', `/research/studies/${study}/answers/`, answer())
  const hook = { name: 'Hook', format: 'webhook', address: 'https://hooks.example', rhythm: 'each' }
  const target = (await make('/targets', hook)).id
  const webhook = (await make('/webhooks', { url: hook.address })).id
  return {
    project_id: service.projectId,
    user_id: batch().user_id,
    key_id: (await make('/keys', { name: 'Spare' })).id,
    tag_id: (await make('/tags', { label: 'kept' })).id,
    study_id: study,
    theme_id: (await makeTheme(service, study)).id,
    observation_id: observed,
    issue_id: issue,
    comment_id: (await make(`/issues/${issue}/comments`, { body: 'Ours.' })).id,
    ticket_id: (await make(`/issues/${issue}/tickets`, { url: 'https://tracker.example/1' })).tickets[0].id,
    invite_id: (await make('/invites', { role: 'viewer' })).id,
    view_id: (await make('/views', { page: 'issues', name: 'Open', query: 'status=open' })).id,
    target_id: target,
    message_id: (await make(`/targets/${target}/test`)).message_id,
    webhook_id: webhook,
    delivery_id: (await make(`/targets/${webhook}/test`)).message_id,
    import_id: await importTable(service),
  }
}

async function startWorkers(service: TestService): Promise<void> {
  const engine = startEngine()
  await digestAll(service, engine)
  const digesting = startDigestWorker(service.deps, engine, 1, () => {})
  const importing = startImporting(service.deps, () => {})
  atEnd(() => digesting.stop())
  atEnd(() => importing.stop())
}

async function importTable({ url, projectId }: TestService): Promise<string> {
  const headers = { ...bearer(ADMIN_TOKEN), 'Content-Type': 'text/csv' }
  const table = 'user,text\nann,Fine\n'
  return (await send(`${url}/api/projects/${projectId}/imports`, 'POST', table, headers)).body.id
}

/** Another browser of the same person. */
async function otherSession({ url }: TestService, person: Person): Promise<string> {
  const { email } = person.account
  await send(`${url}/api/auth/sign-in/email`, 'POST', { email, password: PASSWORD })
  return (await person.call('GET', '/auth/list-sessions')).body.at(-1)?.id ?? ''
}
