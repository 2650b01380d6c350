/** Numbers of no issue are left out. */
export async function selectIssuesByNumber(tx, projectId, numbers) {
    if (numbers.length === 0)
        return [];
    const { rows } = await tx.query({
        name: 'select-issues-by-number',
        text: `WITH RECURSIVE found AS (
             SELECT number, id, merged_into FROM issue WHERE project_id = $1 AND number = ANY($2::int[])
             UNION
             SELECT found.number, next.id, next.merged_into
             FROM found JOIN issue next ON next.project_id = $1 AND next.id = found.merged_into)
           SELECT number, id AS issue_id FROM found WHERE merged_into IS NULL`,
        values: [projectId, numbers],
    });
    return rows;
}
//# sourceMappingURL=issue-numbers.js.map