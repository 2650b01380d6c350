const COLUMNS = `id, number, title, title_by, summary, quotes, kind, kind_by, severity, severity_by, severity_reasons,
  neighbours, status, status_note, regressed_at, merged_into, observation_count, user_count, sentiment_counts, first_seen, last_seen,
  created_at, updated_at`;
/** Each is an indexed column of its own, so that a page is read from the index whatever the number of issues. */
const SORTS = {
    last_seen: { column: 'last_seen', type: 'timestamptz' },
    first_seen: { column: 'first_seen', type: 'timestamptz' },
    observations: { column: 'observation_count', type: 'int' },
    users: { column: 'user_count', type: 'int' },
    severity: { column: 'severity_rank', type: 'smallint' },
};
const CONDITIONS = {
    status: (p) => `status = ANY(${p})`,
    kind: (p) => `kind = ANY(${p})`,
    severity: (p) => `severity = ANY(${p})`,
    regressed: (p) => `regressed_at IS NOT NULL AND ${p}::text = 'true'`,
    new_since: (p) => `first_seen >= ${p}`,
    tag: (p) => `EXISTS (SELECT FROM issue_observation m JOIN observation_tag t
      ON t.project_id = m.project_id AND t.observation_id = m.observation_id
      WHERE m.project_id = issue.project_id AND m.issue_id = issue.id AND t.tag_id = ${p} AND t.holds)`,
    ids: (p) => `id = ANY(${p}::uuid[])`,
    q: (p) => `to_tsvector('simple', title || ' ' || summary) @@ websearch_to_tsquery('simple', ${p})`,
};
export async function selectIssues(tx, projectId, filter, page) {
    const values = [projectId, page.limit];
    const { column, type } = SORTS[page.sort];
    const conditions = Object.entries(filter).map(([name, value]) => CONDITIONS[name](`$${values.push(value)}`));
    if (page.after) {
        const key = `$${values.push(page.after.key)}::${type}`;
        conditions.push(`(${column}, id) < (${key}, $${values.push(page.after.id)}::uuid)`);
    }
    const where = ['project_id = $1', 'merged_into IS NULL', `${column} IS NOT NULL`, ...conditions].join(' AND ');
    const { rows } = await tx.query(`SELECT ${COLUMNS}, ${column}::text AS sort_key FROM issue WHERE ${where}
     ORDER BY ${column} DESC, id DESC LIMIT $2`, values);
    return rows;
}
export async function selectIssue(tx, projectId, id) {
    const rows = await selectIssuesByIds(tx, projectId, [id]);
    return rows[0];
}
/** In the order of the ids; ids of no issue are left out. */
export async function selectIssuesByIds(tx, projectId, ids) {
    const { rows } = await tx.query(`SELECT ${COLUMNS} FROM issue WHERE project_id = $1 AND id = ANY($2::uuid[])
     ORDER BY array_position($2::uuid[], id)`, [projectId, ids]);
    return rows;
}
//# sourceMappingURL=issue-lists.js.map