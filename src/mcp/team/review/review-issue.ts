// review_issue
import { ISSUE_KINDS } from '../../../contract/labels.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { AnyText, ListOf, ObjectOf, OneOf, Optional, Text } from '../../../contract/schema.ts'
import { checker } from '../../../contract/validate.ts'
import { readIssuesInOrder } from '../../../domain/issues/read-issues.ts'
import { reviewIssues } from '../../../domain/issues/review-issues.ts'
import { CHANGES } from '../../tool.ts'
import { IssueId } from '../arguments.ts'
import { type TeamTool, writing } from '../context.ts'

/** No argument may be null: many hosts send null for what they omit, and it must not undo a decision. */
const Review = ObjectOf({
  issue_id: IssueId,
  title: Optional(Text(LIMITS.issueTitleLength, { description: 'What all its notes say.' })),
  summary: Optional(Text(LIMITS.issueSummaryLength, { description: 'One or two sentences.' })),
  kind: Optional(OneOf(ISSUE_KINDS)),
  move: Optional(
    ListOf(
      ObjectOf({
        notes: ListOf(AnyText(), {
          minItems: 1,
          maxItems: LIMITS.splitObservations,
          description: 'Ids as listed.',
        }),
        to: Text(LIMITS.issueTitleLength, { description: '#142, or the title of a new issue.' }),
      }),
      { description: 'Notes that do not belong.' },
    ),
  ),
})
const Input = ObjectOf({ reviews: ListOf(Review, { minItems: 1, maxItems: LIMITS.reviewsAtOnce }) })
const input = checker(Input, 'body')

export const reviewIssueTool: TeamTool = writing({
  name: 'review_issue',
  title: 'Review issues',
  description:
    'Many issues at once: say what each is called, and where notes belong that do not; with issue_id alone, that all is right. The same new title is one new issue. What people named stays.',
  inputSchema: Input,
  annotations: CHANGES,
  async call({ deps, actor, projectId }, args) {
    const { reviews } = input.parse(args)
    const { opened, refused } = await reviewIssues(
      deps,
      actor,
      projectId,
      reviews.map(({ issue_id, ...review }) => ({ ...review, issue: issue_id })),
    )
    const issues = await readIssuesInOrder(
      deps,
      projectId,
      opened.map(({ id }) => id),
    )
    return {
      text: {
        reviewed: reviews.length - refused.length,
        opened: issues.map(({ number, title }) => ({ issue_id: `#${number}`, title })),
        refused: refused.map(({ issue, why }) => ({ issue_id: issue, why })),
      },
    }
  },
})
