// Key-set pages: newest first by id, so that a page never shifts while rows arrive.
/** The condition that selects a page; the parameter of this number holds `before`. */
export const pageOf = (column, parameter) => `($${parameter}::uuid IS NULL OR ${column} < $${parameter})`;
//# sourceMappingURL=page.js.map