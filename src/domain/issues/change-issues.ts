// The title, kind, severity, status, note and assignee that people give to issues, one at a time or many at once.
import type { IssuesChange, IssueUpdate } from '../../contract/issues/issue-changes.ts'
import type { Issue, IssueDetail } from '../../contract/issues/issues.ts'
import { type Decider, KNOWN_STATUSES, SEVERITIES, type Severity } from '../../contract/labels.ts'
import { saveJudgment, saveSummary } from '../../db/issues/issue-descriptions.ts'
import type { IssueRow } from '../../db/issues/issue-lists.ts'
import { type IssueChange, markDecided, updateIssueRow } from '../../db/issues/issues.ts'
import { selectObservation } from '../../db/observations/observations.ts'
import type { Tx } from '../../db/pool.ts'
import { requireAsRead } from '../as-read.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { emit } from '../integrations/emit.ts'
import { assign } from './assign-issue.ts'
import { type Change, lockForChange, requireUnmerged, underDigestLock } from './issue-decisions.ts'
import { judge } from './judge-issue.ts'
import { getIssue, readIssuesInOrder } from './read-issues.ts'

export async function updateIssue(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  wanted: IssueUpdate,
  by: Decider = 'person',
): Promise<IssueDetail> {
  await underDigestLock(
    deps,
    projectId,
    (change) => changeOne(change, deps, actor, projectId, id, wanted),
    by,
  )
  return getIssue(deps, projectId, id)
}

/** Runs in the caller's transaction. */
export async function updateIssueWithin(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  wanted: IssueUpdate,
): Promise<void> {
  await changeOne(await lockForChange(tx, projectId), deps, actor, projectId, id, wanted)
}

/** Changes all of them or none, in the order of the ids. */
export async function changeIssues(
  deps: Deps,
  actor: Actor,
  projectId: string,
  { issue_ids, ...wanted }: IssuesChange,
): Promise<{ items: Issue[] }> {
  await underDigestLock(deps, projectId, async (change) => {
    for (const id of new Set(issue_ids.map((one) => one.toLowerCase())))
      await changeOne(change, deps, actor, projectId, id, wanted)
  })
  return { items: await readIssuesInOrder(deps, projectId, issue_ids) }
}

async function changeOne(
  { tx, version, by = 'person' }: Change,
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  { expected_title, ...wanted }: IssueUpdate,
): Promise<void> {
  const issue = await requireUnmerged(tx, projectId, id)
  requireAsRead(expected_title, issue.title, 'this issue was renamed')
  const { assignee_id, ...others } = wanted
  if (assignee_id !== undefined) await assign(tx, deps, actor, projectId, { issue, assignee_id })
  if (assignee_id) await markDecided(tx, projectId, [id], version)
  const onlyAssigned = assignee_id !== undefined && Object.keys(others).length === 0
  if (!onlyAssigned) await changeWords({ tx, version, by }, deps, actor, projectId, { issue, wanted: others })
}

type Wanted = { issue: IssueRow; wanted: Omit<IssueUpdate, 'assignee_id' | 'expected_title'> }

/** Part of the caller's change, after everything else that it does to the issue. */
export async function changeWords(
  { tx, version, by = 'person' }: Change,
  deps: Deps,
  actor: Actor,
  projectId: string,
  { issue, wanted }: Wanted,
): Promise<void> {
  const { id } = issue
  const { title, status, summary } = wanted
  const judgment = judge(issue, wanted, by)
  const newTitle = await titleChange(tx, projectId, issue, title, by)
  const newStatus = status !== undefined && status !== issue.status ? { status } : {}
  if (summary !== undefined) await saveSummary(tx, projectId, id, summary, deps.now())
  // Each of these is a person's decision on this issue, so the issue must not be merged away.
  if (title || newStatus.status || wanted.kind || wanted.severity)
    await markDecided(tx, projectId, [id], version)
  const newNote = noteOf(issue, wanted)
  const change = { ...newTitle, ...newStatus, ...newNote, ...(by === 'person' && acceptance(issue, wanted)) }
  await updateIssueRow(tx, projectId, id, change, deps.now())
  if (judgment) await saveJudgment(tx, projectId, id, judgment, deps.now())
  const { kind, severity, status_note } = issue
  const was = { title: issue.title, status: issue.status, status_note, kind, severity }
  const facts = { ...wanted, ...(by === 'assistant' && { by }), was }
  await audit(tx, deps, projectId, { actor, action: 'issue.changed', subjectId: id, facts })
  if (judgment?.severity && severity && isRaised(severity, judgment.severity))
    await emit(tx, deps, projectId, {
      type: 'issue.severity_raised',
      issueId: id,
      facts: { from: severity, to: judgment.severity, by: actor },
    })
}

/** A note gives the reason for a status, so a new status clears it. */
function noteOf(issue: IssueRow, { status, status_note }: IssueUpdate): Pick<IssueChange, 'status_note'> {
  if (status_note !== undefined) return { status_note }
  return status !== undefined && status !== issue.status ? { status_note: null } : {}
}

const isRaised = (from: Severity, to: Severity): boolean => SEVERITIES.indexOf(to) > SEVERITIES.indexOf(from)

/**
 * Agents see titles that a person wrote, or that the issue had when a person marked it as known. A regression's title
 * was seen by nobody; an issue that is reopened or ignored keeps only a title that a person gave it.
 */
function acceptance({ title_by }: IssueRow, { title, status }: IssueUpdate): Pick<IssueChange, 'accepted'> {
  if (title !== undefined) return { accepted: title !== null }
  if (status === undefined) return {}
  if (KNOWN_STATUSES.includes(status)) return { accepted: true }
  return title_by === 'person' ? {} : { accepted: false }
}

async function titleChange(
  tx: Tx,
  projectId: string,
  issue: IssueRow,
  title: IssueUpdate['title'],
  by: Decider,
): Promise<Pick<IssueChange, 'title' | 'title_by'>> {
  if (title === undefined) return {}
  if (title !== null) return { title, title_by: by }
  return { title: await machineTitle(tx, projectId, issue), title_by: 'machine' }
}

/** The first quote comes from the observation that gives an issue its title. */
async function machineTitle(tx: Tx, projectId: string, { quotes, title }: IssueRow): Promise<string> {
  const [central] = quotes
  return (central && (await selectObservation(tx, projectId, central.observation_id))?.title) ?? title
}
