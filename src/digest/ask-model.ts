// The optional language model: decides where grouping is unsure, and writes titles and summaries. Its failures are
// recorded for the team to see, and the offline result is used.
import { isDecided } from '../contract/labels.ts'
import { noteModelFault } from '../db/digest/digest-states.ts'
import { saveModelWording } from '../db/issues/issue-descriptions.ts'
import { selectIssuesByIds } from '../db/issues/issue-lists.ts'
import { selectIssuesOfTexts, selectNewestMembers } from '../db/issues/issue-notes.ts'
import type { Deps } from '../domain/deps.ts'
import type { Digestible } from './digestible.ts'
import type { Engine } from './engine.ts'
import { fewAtOnce } from './models/few-at-once.ts'
import { ModelFault } from './models/model-fault.ts'

/**
 * Per observation, the issue that the model chose, or null for none of those asked about. No entry without a usable
 * answer.
 */
export type ModelVerdicts = Map<string, { issueId: string | null; asked: Set<string> }>

const CANDIDATES = 8
/** Below this, issues are unlike; the model is not asked. Above SURE_FROM, they are nearly the same. */
const UNSURE_FROM = 0.5
const SURE_FROM = 0.97
const NAMED_FROM = 2 // members; the title of a single observation needs no rewording
const MEMBERS = 8

export async function askModel(
  deps: Deps,
  engine: Engine,
  projectId: string,
  items: Digestible[],
): Promise<ModelVerdicts> {
  const verdicts: ModelVerdicts = new Map()
  if (!engine.chat) return verdicts
  const table = engine.memories.peek(projectId)?.table
  const hashes = items.map(({ textHash }) => textHash)
  const issuesOfTexts = await selectIssuesOfTexts(deps.db, projectId, hashes, engine.model)
  await fewAtOnce(table ? items : [], isPaused(engine), async ({ job, note, textHash }) => {
    if (issuesOfTexts.has(textHash.toString('hex'))) return // the same text joins the same issue
    const [best, ...rest] = table?.propose(note, CANDIDATES) ?? []
    if (!best || best.score >= SURE_FROM || best.score < UNSURE_FROM) return
    const ids = [best, ...rest].map(({ issueId }) => issueId)
    const candidates = await selectIssuesByIds(deps.db, projectId, ids)
    const issueId = await attempt(deps, engine, projectId, (chat) => chat.sameMatter(job, candidates))
    if (issueId !== undefined) verdicts.set(job.id, { issueId, asked: new Set(ids) })
  })
  return verdicts
}

export async function nameWithModel(
  deps: Deps,
  engine: Engine,
  projectId: string,
  issueIds: string[],
): Promise<void> {
  if (!engine.chat || issueIds.length === 0) return
  const issues = await selectIssuesByIds(deps.db, projectId, issueIds)
  await fewAtOnce(issues, isPaused(engine), async (issue) => {
    if (issue.observation_count < NAMED_FROM || isDecided(issue.title_by)) return
    const members = await selectNewestMembers(deps.db, projectId, [issue.id], MEMBERS)
    const wording = await attempt(deps, engine, projectId, (chat) => chat.describe(members))
    if (wording) await saveModelWording(deps.db, projectId, issue, wording, deps.now())
  })
}

/** While paused, one question tests whether the model is back. */
const isPaused =
  ({ chat }: Engine) =>
  () =>
    (chat?.circuit.pausedUntil() ?? null) !== null

type Chat = NonNullable<Engine['chat']>['model']

async function attempt<T>(
  deps: Deps,
  engine: Engine,
  projectId: string,
  ask: (chat: Chat) => Promise<T>,
): Promise<T | undefined> {
  if (!engine.chat) return undefined
  const { model, circuit } = engine.chat
  try {
    return await circuit.run(() => ask(model))
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    await noteModelFault(deps.db, projectId, 'llm', error.message, deps.now())
    return undefined
  }
}
