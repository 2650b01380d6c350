// /api/projects/{project_id}/duplicates and its total
import { DuplicatePair, PairVerdict, PairVerdictUndone } from '../../contract/issues/duplicates.ts'
import { ISSUE, ISSUE_DETAIL } from '../../contract/issues/issue-examples.ts'
import { IssueDetail } from '../../contract/issues/issues.ts'
import { LIMITS } from '../../contract/limits.ts'
import { PageOf, PageQuery, TOTAL, Total } from '../../contract/pages.ts'
import { checker } from '../../contract/validate.ts'
import { inWords } from '../../contract/wording.ts'
import {
  judgeDuplicates,
  listDuplicates,
  totalDuplicates,
  undoDuplicateVerdict,
} from '../../domain/issues/review-duplicates.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'
import { noSuchIssue, tag } from './issue-in-path.ts'

const DUPLICATES = '/api/projects/{project_id}/duplicates'
const pageQuery = listQuery(PageQuery)
const verdictBody = checker(PairVerdict, 'body')
const undoneBody = checker(PairVerdictUndone, 'body')

const other = ISSUE_DETAIL.similar[0]?.issue_id
const pair = [ISSUE.id, other]

export const duplicateOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: DUPLICATES,
    operationId: 'list_duplicates',
    summary: 'List possible duplicates',
    description:
      'Pairs of issues that the digest left apart though they may be one, over the whole project. Verdicts teach: how many pairs were the same says how likely a pair must be to be listed, and what resembles two issues that were kept apart is listed lower or not at all.',
    tag,
    query: PageQuery,
    success: {
      status: 200,
      description: 'The likeliest first. If they are the same, `one` remains.',
      schema: PageOf(DuplicatePair),
      example: {
        items: [{ one: ISSUE, other: { ...ISSUE, id: other, number: 97 }, chance: 0.71 }],
        next_cursor: null,
      },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listDuplicates(deps, projectId, pageQuery(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: '/api/projects/{project_id}/totals/duplicates',
    operationId: 'total_duplicates',
    summary: 'How long the list of possible duplicates is',
    tag,
    success: {
      status: 200,
      description: `Counted up to ${inWords(LIMITS.countedDuplicates)}.`,
      schema: Total,
      example: TOTAL,
    },
    async handle({ deps, projectId }) {
      return { body: await totalDuplicates(deps, projectId) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${DUPLICATES}/verdicts`,
    operationId: 'judge_duplicates',
    summary: 'Say whether two issues are the same',
    description: 'Any two, whether they are listed or not. Issues kept apart are never merged by the digest.',
    tag,
    body: { schema: PairVerdict, example: { issue_ids: pair, verdict: 'same' } },
    success: {
      status: 200,
      description: 'The issue that remains; of two that are different, the one with more observations.',
      schema: IssueDetail,
      example: ISSUE_DETAIL,
    },
    refusals: { ...noSuchIssue, conflict: 'One of the two was merged into another; `detail` says which.' },
    async handle({ deps, projectId, actor }, request) {
      return { body: await judgeDuplicates(deps, actor, projectId, verdictBody.parse(request.body)) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${DUPLICATES}/verdicts/undo`,
    operationId: 'undo_duplicate_verdict',
    summary: 'Take back what was said of two issues',
    description:
      'A merge of the two is undone, and they are no longer kept apart. If they were listed, they are again.',
    tag,
    body: { schema: PairVerdictUndone, example: { issue_ids: pair } },
    success: {
      status: 200,
      description: 'The first of the two.',
      schema: IssueDetail,
      example: ISSUE_DETAIL,
    },
    refusals: { ...noSuchIssue, conflict: 'Nobody judged these two.' },
    async handle({ deps, projectId, actor }, request) {
      return { body: await undoDuplicateVerdict(deps, actor, projectId, undoneBody.parse(request.body)) }
    },
  },
]
