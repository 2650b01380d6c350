// What INSERT … ON CONFLICT DO UPDATE did to a row, as SQL for its RETURNING.
/**
 * True for a row that was not there before. PostgreSQL writes the updating transaction into xmax of a row that ON
 * CONFLICT found, and leaves it 0 in one that it inserted; nothing else in the statement tells the two apart.
 */
export const IS_NEW = '(xmax = 0)';
//# sourceMappingURL=upsert.js.map