// Titles, summaries, kinds and severities of the issues that a batch touched, from their newest members.
import { SENTIMENTS, SEVERITIES, type Sentiment } from '../contract/labels.ts'
import { type MemberText, selectNewestMembers } from '../db/issues/issue-members.ts'
import { type IssueFacts, saveDescriptions, selectStaleDescriptions } from '../db/issues/issues.ts'
import type { Tx } from '../db/pool.ts'
import type { Deps } from '../domain/deps.ts'
import { describeIssue } from './describe/describe-issue.ts'
import { rateSeverity } from './describe/severity.ts'
import {
  lexicalFeatures,
  type ObservationFeatures,
  type ObservationText,
} from './features/observation-features.ts'
import type { Grouper } from './group/grouper.ts'
import { type Kind, kindOf, kindOfIssue, scoreKinds } from './kinds/kind.ts'
import { loadKindModel } from './kinds/kind-model.ts'
import { moodOf } from './kinds/mood.ts'
import { featuresOf } from './project-memory.ts'

export type Describing = { projectId: string; grouper: Grouper; issueIds: string[] }

const MEMBERS = 24 // enough to find the centre of; their pairwise comparison stays below a millisecond or two

/** Returns the issues whose description had fallen behind. */
export async function describeIssues(tx: Tx, deps: Deps, work: Describing): Promise<string[]> {
  const { projectId, grouper, issueIds } = work
  const stale = await selectStaleDescriptions(tx, projectId, issueIds, deps.now())
  const ids = stale.map((issue) => issue.id)
  const members = await selectNewestMembers(tx, projectId, ids, MEMBERS)
  const descriptions = stale.flatMap((facts) => {
    const own = members.filter((member) => member.issue_id === facts.id)
    return own.length > 0 ? [describe(facts, own, grouper)] : []
  })
  await saveDescriptions(tx, projectId, descriptions, deps.now())
  return ids
}

function describe(facts: IssueFacts, members: MemberText[], grouper: Grouper) {
  const { yardstick } = grouper.project()
  const told = members.map((member) => ({
    id: member.observation_id,
    userId: member.user_id,
    title: member.title,
    description: member.description,
    features: featuresOf(member),
  }))
  const { title, summary, quotes, keyphrases } = describeIssue(told, yardstick)
  const kind = kindOfIssue(members.map((member, i) => kindScores(member, told[i]?.features)))
  const { severity, reasons } = severityOf(facts, members, kind)
  return {
    id: facts.id,
    title,
    title_by: 'machine' as const,
    summary,
    quotes: quotes.map(({ observationId, text }) => ({ observation_id: observationId, text })),
    kind,
    severity,
    severity_rank: SEVERITIES.indexOf(severity),
    severity_reasons: reasons,
    keyphrases,
    neighbours: grouper.similar(facts.id).map(({ issueId, score }) => ({ issue_id: issueId, score })),
  }
}

function severityOf(facts: IssueFacts, members: MemberText[], kind: Kind) {
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
  })
}

type Felt = ObservationText & { user_sentiment: Sentiment }

function kindScores(text: Felt, features: ObservationFeatures | undefined) {
  const { grams } = features ?? lexicalFeatures(text)
  return scoreKinds({ ...text, sentiment: moodOf(text.user_sentiment), grams }, kindModel())
}

let loaded: ReturnType<typeof loadKindModel> | undefined
const kindModel = () => {
  loaded ??= loadKindModel()
  return loaded
}

export const observationKind = (text: Felt, features: ObservationFeatures): Kind =>
  kindOf(kindScores(text, features))
