// find_similar
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { ObjectOf, Optional, Text, Uuid } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { findIssue, getIssue, readIssuesInOrder } from '../../domain/issues/read-issues.ts'
import { findSimilarToText, type SimilarObservation } from '../../domain/observations/find-similar.ts'
import { listSimilarObservations } from '../../domain/observations/read-observations.ts'
import { IssueId, pageFields } from './arguments.ts'
import { QUOTED, TEAM_READS, type TeamContext, type TeamTool } from './context.ts'
import { showIssue, showObservation } from './show.ts'
import { readWithinBudget, skipTo } from './token-budget.ts'

const Input = ObjectOf(
  {
    text: Optional(Text(LIMITS.searchLength, { description: 'A sentence.' })),
    observation_id: Optional(Uuid()),
    issue_id: Optional(IssueId),
    ...pageFields,
  },
  { additionalProperties: false },
)
const input = checker(Input, 'body')

export const findSimilarTool: TeamTool = {
  name: 'find_similar',
  title: 'Find by meaning',
  description: `Nearest in meaning, whatever the words or language: observations near a text or an observation, or issues near an issue; give one of the three. ${QUOTED}`,
  inputSchema: Input,
  annotations: TEAM_READS,
  async call(context, args) {
    const { text, observation_id, issue_id, limit = LIMITS.teamPageSize, cursor } = input.parse(args)
    const given = [text, observation_id, issue_id].filter((one) => one !== undefined)
    if (given.length !== 1) throw new Refusal('invalid', 'give one of text, observation_id and issue_id')
    const page = skipTo(cursor)
    if (text !== undefined) {
      const { by, observations } = await findSimilarToText(context.deps, context.projectId, text)
      return { text: { found_by: FOUND_BY[by], ...(await showNear(context, observations, limit, page)) } }
    }
    if (observation_id === undefined) return { text: await like(context, issue_id ?? '', limit, page) }
    const { items } = await listSimilarObservations(context.deps, context.projectId, observation_id, {})
    const near = items.map((observation) => ({ observation }))
    return { text: await showNear(context, near, limit, page) }
  },
}

const FOUND_BY = {
  meaning: 'meaning',
  words: 'words alone: no digest worker answered, so observations in other words are missing',
}

type Skip = ReturnType<typeof skipTo>

const showNear = ({ links }: TeamContext, near: SimilarObservation[], limit: number, skip: Skip) =>
  readWithinBudget(limit, async (most) => {
    const { items, next_cursor } = skip(near, most)
    const observations = items.map(({ observation, likeness }) => ({
      likeness,
      ...showObservation(observation, links),
    }))
    return { observations, next_cursor }
  })

async function like({ deps, projectId, links }: TeamContext, named: string, limit: number, skip: Skip) {
  const { similar } = await getIssue(deps, projectId, await findIssue(deps, projectId, named))
  const ids = similar.map(({ issue_id }) => issue_id)
  const issues = await readIssuesInOrder(deps, projectId, ids)
  return readWithinBudget(limit, async (most) => {
    const { items, next_cursor } = skip(issues, most)
    return { issues: items.map((issue) => showIssue(issue, links)), next_cursor }
  })
}
