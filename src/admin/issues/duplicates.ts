// /api/projects/{project_id}/duplicates and its total
import { DuplicatePair, PairVerdict, PairVerdictUndone } from '../../contract/issues/duplicates.ts'
import { ISSUE, ISSUE_DETAIL } from '../../contract/issues/issue-examples.ts'
import { IssueDetail } from '../../contract/issues/issues.ts'
import { LIMITS } from '../../contract/limits.ts'
import { PageOf, PageQuery, TOTAL, Total } from '../../contract/pages.ts'
import { exactBody } from '../../contract/validate.ts'
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
const verdictBody = exactBody(PairVerdict)
const undoneBody = exactBody(PairVerdictUndone)

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
      'Pairs of issues in the whole project that the digest kept apart but that may be the same. It learns from verdicts: the share of pairs that were the same decides how likely a pair must be to be listed, and pairs that resemble two issues kept apart are listed lower or not at all.',
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
    summary: 'Count possible duplicates',
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
    description: 'Any two issues, listed or not. The digest never merges issues that were kept apart.',
    tag,
    body: { schema: PairVerdict, example: { issue_ids: pair, verdict: 'same' } },
    success: {
      status: 200,
      description: 'The remaining issue; if they are different, the one with more observations.',
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
    summary: 'Undo a verdict on two issues',
    description:
      'Undoes a merge of the two, and no longer keeps them apart. If they were listed, they are listed again.',
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
