// Observations have no key that refers to their project, because PostgreSQL looks it up and holds it for each row: a fifth of what a
// row of a batch cost. Instead, each statement that stores observations holds the project once, as such a key would: who deletes it
// waits for the commit, and takes what was stored with it (migration 0085).

/** The project of this id, for the FROM of a statement; no row when it is gone. */
export const heldProject = (id: string): string =>
  `(SELECT FROM project WHERE id = ${id} FOR KEY SHARE) AS held`
