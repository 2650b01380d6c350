// Digesting as tests do it: the real engine, run until nothing is left to do, without waiting for a clock.
import { beforeAll, beforeEach } from 'vitest'
import type { Method } from '../../console/src/operations.ts'
import { bumpDigestVersion, lockDigestState } from '../../src/db/digest/digest-states.ts'
import { recountIssues } from '../../src/db/issues/issue-counters.ts'
import { moveMembers } from '../../src/db/issues/issue-members.ts'
import { insertIssues, touchIssues } from '../../src/db/issues/issues.ts'
import { type Database, inTransaction } from '../../src/db/pool.ts'
import { createEngine, type Engine, type EngineOptions } from '../../src/digest/engine.ts'
import type { Deps } from '../../src/domain/deps.ts'
import { digestOnce } from '../../src/worker/digest-worker.ts'
import { atEnd } from '../closings.ts'
import {
  anotherProject,
  batch,
  type Loose,
  type ProjectAnswer,
  startService,
  type TestService,
} from '../service.ts'
import { EXPORT, PASSWORD, type Said, VARIOUS } from './matters.ts'
import { sharedEncoder } from './one-encoder.ts'

/** The encoder that ships with the project, and no other model. */
export const OFFLINE: EngineOptions = {
  encoder: sharedEncoder,
  embeddings: null,
  chat: null,
  threshold: null,
}

/** Closed when the test file is done. */
export function startEngine(options: Partial<EngineOptions> = {}): Engine {
  const engine = createEngine({ ...OFFLINE, ...options })
  atEnd(() => engine.close())
  return engine
}

/** The same service with a new project: quicker than a new database. */
export const inNewProject = async (service: TestService): Promise<TestService> => ({
  ...service,
  ...(await anotherProject(service)),
})

/** For a whole file: an engine and a service for all of its tests, and a new project for each. */
export function inNewProjects(use: (made: { engine: Engine; service: TestService }) => void): void {
  let engine: Engine
  let shared: TestService
  beforeAll(async () => {
    engine = startEngine()
    shared = await startService()
  })
  beforeEach(async () => {
    use({ engine, service: await inNewProject(shared) })
  })
}

export async function digestAll({ deps }: { deps: Deps }, engine: Engine): Promise<void> {
  while (await digestOnce(deps, engine));
}

type Caller = Pick<TestService, 'call'>

/** Stores what one user said, and gives the ids in the order of the texts. */
export async function post(service: Caller, said: Said[], overrides: object = {}): Promise<string[]> {
  const { status, body } = await service.call(
    'POST',
    '/observations/',
    batch({ observations: said, ...overrides }),
  )
  if (status !== 201) throw new Error(`not stored: ${status} ${JSON.stringify(body)}`)
  return body.results.map(({ id }: Loose) => id)
}

/** Each text from a user of its own. */
export async function postEach(service: Caller, said: Said[], overrides: object = {}): Promise<string[]> {
  const ids: string[] = []
  for (const one of said)
    ids.push(...(await post(service, [one], { user_id: `user-${++users}`, ...overrides })))
  return ids
}
let users = 0

type Reader = Pick<TestService, 'admin' | 'projectId'>

export async function get<const Path extends string>(
  service: Reader,
  path: Path,
): Promise<ProjectAnswer<'GET', Path>> {
  const { status, body }: { status: number; body: Loose } = await service.admin(
    'GET',
    `/projects/${service.projectId}${path}`,
  )
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body
}

export const readObservation = (service: Reader, id: string) => get(service, `/observations/${id}`)

/** The issue that an observation is in. */
export async function issueOf(service: Reader, observationId: string) {
  const { issue } = await readObservation(service, observationId)
  if (!issue) throw new Error(`${observationId} is in no issue`)
  return get(service, `/issues/${issue.id}`)
}

/** The issue of each observation, as far as it is in one. */
export async function issueIds(db: Database, observationIds: string[]): Promise<(string | undefined)[]> {
  const { rows } = await db.query('SELECT observation_id, issue_id FROM issue_observation')
  const known = new Map(rows.map((row) => [row.observation_id, row.issue_id]))
  return observationIds.map((id) => known.get(id))
}

/** As after changes all over the project: every issue is compared with its neighbors once more. */
export async function lookAtAllAgain({ db, projectId }: TestService): Promise<void> {
  await db.query('UPDATE issue SET unsettled = true WHERE project_id = $1', [projectId])
}

/** As if the digest had put these into that issue at first, or into a new one. */
export async function guessAtFirst(
  { deps, projectId }: TestService,
  ids: string[],
  from: string,
  into: string | null,
): Promise<string> {
  const id = into ?? deps.newId()
  await inTransaction(deps.db, async (tx) => {
    await lockDigestState(tx, projectId)
    const version = await bumpDigestVersion(tx, projectId)
    if (into === null) await insertIssues(tx, projectId, [{ id, title: 'A guess', at: deps.now() }], version)
    await moveMembers(
      tx,
      projectId,
      ids.map((observationId) => ({ observationId, into: id })),
    )
    await recountIssues(tx, projectId, [from, id])
    await touchIssues(tx, projectId, [from, id], version)
  })
  return id
}

export async function act<M extends Method, const Path extends string>(
  service: Reader,
  method: M,
  path: Path,
  body?: unknown,
): Promise<{ status: number; body: ProjectAnswer<M, Path> }> {
  const { status, body: answer }: { status: number; body: Loose } = await service.admin(
    method,
    `/projects/${service.projectId}${path}`,
    body,
  )
  return { status, body: answer }
}

/** What an embedding model could be at its simplest: texts that share words point the same way. */
export function bagOfWords(text: string): number[] {
  const vector: number[] = new Array(256).fill(0.01)
  for (const word of text.toLowerCase().match(/[a-z]{4,}/g) ?? []) {
    const place = [...word].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % vector.length, 7)
    vector[place] = (vector[place] as number) + 1
  }
  return vector
}

/** Two issues among others: exports that stop, and passwords that lock out. */
export async function twoIssues(service: TestService, engine: Engine) {
  await postEach(service, VARIOUS)
  const exports = await postEach(service, EXPORT)
  const passwords = await postEach(service, PASSWORD)
  await digestAll(service, engine)
  const exporting = await issueOf(service, exports[0] as string)
  const locked = await issueOf(service, passwords[0] as string)
  return { exports, passwords, exporting, locked }
}
