// list_issues_to_review
import { LIMITS } from '../../../contract/limits.ts'
import { ObjectOf } from '../../../contract/schema.ts'
import { checker } from '../../../contract/validate.ts'
import { listDuplicates } from '../../../domain/issues/review-duplicates.ts'
import { listIssuesToReview } from '../../../domain/issues/review-issues.ts'
import { pageFields } from '../arguments.ts'
import { QUOTED, TEAM_READS, type TeamTool, writing } from '../context.ts'
import { cut, readWithinBudget } from '../token-budget.ts'

const TITLE_TOKENS = 30
const NOTE_TOKENS = 32
/** Characters from the end of an id: the beginning is a time, which notes of one conversation share. */
const SHORT_ID = 6

const Input = ObjectOf(pageFields, { additionalProperties: false })
const input = checker(Input, 'body')

const round = (share: number): number => Math.round(share * 100) / 100

export const listIssuesToReviewTool: TeamTool = writing({
  name: 'list_issues_to_review',
  title: 'List what to review',
  description: `Issues nobody has reviewed, the least certain first, those of one note last; each note as "id title: beginning"; of a large issue the newest, the others once it is reviewed. First page: also pairs that may be one issue. ${QUOTED}`,
  inputSchema: Input,
  annotations: TEAM_READS,
  async call({ deps, projectId }, args) {
    const { limit = LIMITS.teamPageSizeMax, cursor } = input.parse(args)
    const pairs = cursor === undefined ? (await listDuplicates(deps, projectId, { limit: 20 })).items : []
    const text = await readWithinBudget(limit, async (most) => {
      const page = await listIssuesToReview(deps, projectId, { limit: most, cursor })
      return {
        issues: page.items.map(({ issue, doubt, members }) => ({
          issue_id: `#${issue.number}`,
          kind: issue.kind,
          doubt: doubt === null ? undefined : round(doubt),
          notes: issue.observation_count > members.length ? issue.observation_count : undefined,
          quoted: {
            title: members.length > 1 ? cut(issue.title, TITLE_TOKENS) : undefined,
            notes: members.map(
              ({ observation_id, title, description }) =>
                `${observation_id.slice(-SHORT_ID)} ${cut(`${title}: ${description}`, NOTE_TOKENS)}`,
            ),
          },
        })),
        pairs:
          cursor === undefined
            ? pairs.slice(0, most).map(({ one, other, chance }) => ({
                issue_id: `#${one.number}`,
                other_id: `#${other.number}`,
                chance: round(chance),
                quoted: [cut(one.title, TITLE_TOKENS), cut(other.title, TITLE_TOKENS)],
              }))
            : undefined,
        next_cursor: page.next_cursor,
      }
    })
    return { text }
  },
})
