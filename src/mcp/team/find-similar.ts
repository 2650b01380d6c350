// find_similar
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { AnyText, ObjectOf, Optional, Text, Uuid } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { findIssue, getIssue, readIssuesInOrder } from '../../domain/issues/read-issues.ts'
import { findSimilarToText } from '../../domain/observations/find-similar.ts'
import { listSimilarObservations } from '../../domain/observations/read-observations.ts'
import { READS } from '../tool.ts'
import { QUOTED, type TeamContext, type TeamTool } from './context.ts'
import { inRoom } from './room.ts'
import { showIssue, showObservation } from './show.ts'

const Input = ObjectOf({
  text: Optional(Text(LIMITS.searchLength, { description: 'A sentence; the newest observations near it.' })),
  observation_id: Optional(Uuid()),
  issue_id: Optional(AnyText({ description: 'For issues like it.' })),
})
const input = checker(Input, 'body')

export const findSimilarTool: TeamTool = {
  name: 'find_similar',
  title: 'Find by meaning',
  description: `Nearest in meaning, whatever the words: to a text, an observation or an issue; give one. ${QUOTED}`,
  inputSchema: Input,
  annotations: READS,
  async call(context, args) {
    const { text, observation_id, issue_id } = input.parse(args)
    const given = [text, observation_id, issue_id].filter((one) => one !== undefined)
    if (given.length !== 1) throw new Refusal('invalid', 'give one of text, observation_id and issue_id')
    return {
      text:
        issue_id === undefined ? await near(context, observation_id, text) : await like(context, issue_id),
    }
  },
}

async function near({ deps, projectId, links }: TeamContext, id: string | undefined, text = '') {
  const items =
    id === undefined
      ? await findSimilarToText(deps, projectId, text)
      : (await listSimilarObservations(deps, projectId, id)).items
  return inRoom(items.length, async (most) => ({
    observations: items.slice(0, most).map((item) => showObservation(item, links)),
  }))
}

async function like({ deps, projectId, links }: TeamContext, named: string) {
  const { similar } = await getIssue(deps, projectId, await findIssue(deps, projectId, named))
  const ids = similar.map(({ issue_id }) => issue_id)
  const issues = await readIssuesInOrder(deps, projectId, ids)
  return inRoom(issues.length, async (most) => ({
    issues: issues.slice(0, most).map((issue) => showIssue(issue, links)),
  }))
}
