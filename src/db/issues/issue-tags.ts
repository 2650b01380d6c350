// Reads the tags of an issue's observations, whose counts are kept up to date with every change.
import type { Tx } from '../pool.ts'

export type IssueTag = { id: string; label: string; color: string | null; observation_count: number }

export async function selectIssueTags(tx: Tx, projectId: string, issueId: string): Promise<IssueTag[]> {
  const { rows } = await tx.query<IssueTag>(
    `SELECT tag.id, tag.label, tag.config ->> 'color' AS color, counted.count AS observation_count
     FROM issue_tag counted JOIN tag ON tag.project_id = counted.project_id AND tag.id = counted.tag_id
     WHERE counted.project_id = $1 AND counted.issue_id = $2 AND counted.count > 0 ORDER BY 4 DESC, 2 LIMIT 20`,
    [projectId, issueId],
  )
  return rows
}

export type CommonTag = Omit<IssueTag, 'observation_count'> & { issue_id: string }

/** From each issue's newest observations only, because a page of large issues may have half of all observations. */
export async function selectCommonTags(
  tx: Tx,
  projectId: string,
  issueIds: string[],
  { among, each }: { among: number; each: number },
): Promise<CommonTag[]> {
  const { rows } = await tx.query<CommonTag>(
    `SELECT wanted.issue_id, common.* FROM unnest($2::uuid[]) AS wanted (issue_id)
     CROSS JOIN LATERAL (
       SELECT tag.id, tag.label, tag.config ->> 'color' AS color
       FROM (SELECT observation_id FROM issue_observation
             WHERE project_id = $1 AND issue_id = wanted.issue_id ORDER BY observation_id DESC LIMIT $3) m
       JOIN observation_tag t ON t.project_id = $1 AND t.observation_id = m.observation_id AND t.holds
       JOIN tag ON tag.project_id = $1 AND tag.id = t.tag_id
       GROUP BY tag.project_id, tag.id ORDER BY count(*) DESC, tag.label LIMIT $4) AS common`,
    [projectId, issueIds, among, each],
  )
  return rows
}
