// Reads the issues that agents see, with titles that a person wrote or accepted.
import type { IssueStatus } from '../../contract/labels.ts'
import type { Tx } from '../pool.ts'

export type KnownIssue = { number: number; title: string; status: IssueStatus }

/** The most recently seen, ordered by number. Resolved issues are included only if resolved since the given date. */
export async function selectKnownIssues(
  tx: Tx,
  projectId: string,
  resolvedSince: Date,
  limit: number,
): Promise<KnownIssue[]> {
  const { rows } = await tx.query<KnownIssue>({
    name: 'select-known-issues',
    text: `SELECT * FROM (
             SELECT number, accepted_title AS title, status FROM issue
             WHERE project_id = $1 AND merged_into IS NULL AND accepted_title IS NOT NULL AND status <> 'ignored'
               AND observation_count > 0 AND (status <> 'resolved' OR status_changed_at >= $2)
             ORDER BY last_seen DESC, number DESC LIMIT $3) AS recent
           ORDER BY number`,
    values: [projectId, resolvedSince, limit],
  })
  return rows
}

/**
 * After observations were deleted, agents must not see their text. A title that the digest found is a shortened title
 * of an observation; a language model's title may come from any member.
 */
export async function forgetAcceptedTitles(
  tx: Tx,
  projectId: string,
  deleted: { titles: string[]; issueIds: string[] },
): Promise<void> {
  await tx.query(
    `UPDATE issue SET accepted_title = NULL, accepted_title_by = NULL
     WHERE project_id = $1 AND accepted_title IS NOT NULL AND (
       (accepted_title_by IN ('model', 'assistant') AND id = ANY($3::uuid[]))
       OR (accepted_title_by = 'machine' AND ${beginning('accepted_title')} IN (
         SELECT ${beginning('title')} FROM unnest($2::text[]) AS of (title))))`,
    [projectId, deleted.titles, deleted.issueIds],
  )
}

const SAME = 40 // characters: however a title was shortened, it keeps its beginning

const beginning = (text: string): string =>
  `lower(left(regexp_replace(trim(${text}), '\\s+', ' ', 'g'), ${SAME}))`
