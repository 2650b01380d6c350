// judge_duplicates
import { PAIR_VERDICTS } from '../../../contract/labels.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { ListOf, ObjectOf, OneOf } from '../../../contract/schema.ts'
import { checker } from '../../../contract/validate.ts'
import { findIssue } from '../../../domain/issues/read-issues.ts'
import { judgeDuplicates } from '../../../domain/issues/review-duplicates.ts'
import { CHANGES } from '../../tool.ts'
import { IssueId } from '../arguments.ts'
import { type TeamTool, writing } from '../context.ts'

const Verdict = ObjectOf({ issue_id: IssueId, other_id: IssueId, verdict: OneOf(PAIR_VERDICTS) })
const Input = ObjectOf({ verdicts: ListOf(Verdict, { minItems: 1, maxItems: LIMITS.reviewsAtOnce }) })
const input = checker(Input, 'body')

export const judgeDuplicatesTool: TeamTool = writing({
  name: 'judge_duplicates',
  title: 'Judge possible duplicates',
  description:
    'Of any two issues: same merges them into the one with more notes, different keeps them apart. Undone in the console.',
  inputSchema: Input,
  annotations: CHANGES,
  async call({ deps, actor, projectId }, args) {
    const { verdicts } = input.parse(args)
    const remaining: string[] = []
    const refused: object[] = []
    for (const { issue_id, other_id, verdict } of verdicts)
      try {
        const issue_ids = [
          await findIssue(deps, projectId, issue_id),
          await findIssue(deps, projectId, other_id),
        ]
        const { number } = await judgeDuplicates(deps, actor, projectId, { issue_ids, verdict }, 'assistant')
        remaining.push(`#${number}`)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused.push({ issue_id, other_id, why: error.detail })
      }
    return { text: { judged: remaining.length, remaining: [...new Set(remaining)], refused } }
  },
})
