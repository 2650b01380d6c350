// Titles, summaries, kinds and severities of changed issues, from their newest members. Every change of members, or of
// people's decisions on them, gets here eventually.
import { type IssueKind, isDecided, SENTIMENTS, SEVERITIES, type Severity } from '../contract/labels.ts'
import { wakeWaiting } from '../db/integrations/events.ts'
import {
  type IssueDescription,
  type IssueFacts,
  saveDescriptions,
  selectStaleDescriptions,
} from '../db/issues/issue-descriptions.ts'
import { type MemberText, selectNewestMembers } from '../db/issues/issue-notes.ts'
import type { Tx } from '../db/pool.ts'
import { MACHINE } from '../domain/audit/audit.ts'
import type { Deps } from '../domain/deps.ts'
import { emit } from '../domain/integrations/emit.ts'
import type { MemberNote } from './describe/center.ts'
import { describeIssue } from './describe/describe-issue.ts'
import { rateSeverity } from './describe/severity.ts'
import { stakeOf } from './describe/stakes.ts'
import { readable } from './features/text/readable.ts'
import { decodeVector } from './group/vector.ts'
import { kindOfIssue } from './kinds/kind.ts'
import type { ProjectMemory } from './project-memory.ts'

export type Describing = { projectId: string; memory: ProjectMemory; model: string; issueIds: string[] }

const NEIGHBORS = 5
export const DESCRIBED_MEMBERS = 24 // enough to find the center; comparing them in pairs takes a millisecond or two

/** Returns the issues whose description was out of date. Events waiting for their conditions are checked again. */
export async function describeIssues(tx: Tx, deps: Deps, work: Describing): Promise<string[]> {
  const { projectId, issueIds } = work
  const stale = await selectStaleDescriptions(tx, projectId, issueIds, deps.now())
  const ids = stale.map((issue) => issue.id)
  const members = await selectNewestMembers(tx, projectId, ids, DESCRIBED_MEMBERS)
  const descriptions = stale.flatMap((facts) => {
    const own = members.filter((member) => member.issue_id === facts.id)
    return own.length > 0 ? [describe(facts, own, work)] : []
  })
  await saveDescriptions(tx, projectId, descriptions, deps.now())
  const announced = descriptions.filter(({ id }) => !isByImport(members.filter((one) => one.issue_id === id)))
  for (const { id, severity } of announced)
    await announceIfRaised(
      tx,
      deps,
      projectId,
      stale.find((facts) => facts.id === id),
      severity,
    )
  await wakeWaiting(tx, projectId, issueIds, deps.now())
  return ids
}

/** Whether the newest member was imported. Imported observations are not news. */
const isByImport = (members: MemberText[]): boolean =>
  members.reduce((one, other) => (one.observation_id > other.observation_id ? one : other)).source ===
  'import'

/** A first description is not a rise, and a person's severity stays. */
async function announceIfRaised(
  tx: Tx,
  deps: Deps,
  projectId: string,
  was: IssueFacts | undefined,
  to: Severity | null,
): Promise<void> {
  if (!was?.severity || !to || was.severity_by === 'person' || was.described_count === 0) return
  if (SEVERITIES.indexOf(to) <= SEVERITIES.indexOf(was.severity)) return
  const facts = { from: was.severity, to, by: MACHINE }
  await emit(tx, deps, projectId, { type: 'issue.severity_raised', issueId: was.id, facts })
}

function describe(facts: IssueFacts, members: MemberText[], { memory, model }: Describing): IssueDescription {
  const { title, summary, quotes } = describeIssue(memberNotes(members, model), titleToKeep(facts))
  const kind = judgedKind(facts, kindOfIssue(members.map(({ kind }) => kind)))
  const { severity, reasons } = severityOf(facts, members, kind)
  return {
    id: facts.id,
    title,
    summary,
    quotes: quotes.map(({ observationId, text }) => ({ observation_id: observationId, text })),
    kind,
    severity,
    severity_reasons: reasons,
    neighbours: memory.table
      .neighbors(facts.id, NEIGHBORS)
      .map(({ issueId, score }) => ({ issue_id: issueId, score })),
  }
}

/** Vectors of another model cannot be compared; those notes are still to be read again. */
function memberNotes(members: MemberText[], model: string): MemberNote[] {
  return members.map((member) => ({
    id: member.observation_id,
    userId: member.user_id,
    ...readable(member),
    language: member.language,
    vector: member.model === model && member.meaning ? decodeVector(member.meaning) : null,
  }))
}

/** A title that people have seen is replaced only by a clearly better one. */
const titleToKeep = ({ title, title_by, described_count }: IssueFacts): string | null =>
  title_by === 'machine' && described_count > 0 ? title : null

/** Praise has no severity, so an issue with a severity set by a person does not become praise. */
function judgedKind({ kind, kind_by, severity_by }: IssueFacts, found: IssueKind): IssueKind {
  if (isDecided(kind_by) || (severity_by === 'person' && found === 'praise')) return kind
  return found
}

function severityOf(facts: IssueFacts, members: MemberText[], kind: IssueKind) {
  const negative = SENTIMENTS.reduce(
    (sum, label, index) => (label.includes('negative') ? sum + (facts.sentiment_counts[index] ?? 0) : sum),
    0,
  )
  return rateSeverity({
    kind,
    texts: members.map(({ title, description }) => `${title}\n${description}`),
    observations: facts.observation_count,
    users: facts.user_count,
    projectUsers: facts.project_users,
    negative,
    lastWeek: facts.last_week,
    weekBefore: facts.week_before,
    // Issues described before stakes were stored have them found among the newest members.
    stakes: [
      ...new Set([
        ...facts.stakes,
        ...members.flatMap((member) => stakeOf({ ...member, ...readable(member) }) ?? []),
      ]),
    ],
  })
}
