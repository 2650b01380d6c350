// The shape of every list: a page of items, and the cursor of the next page.
import { LIMITS } from './limits.js';
import { AnyText, ListOf, Nullable, ObjectOf, Optional, WholeNumber, } from './schema.js';
export const PageOf = (item) => ObjectOf({
    items: ListOf(item),
    next_cursor: Nullable(AnyText({ description: 'Pass it as `cursor` for the next page; null on the last.' })),
});
export const PageQuery = ObjectOf({
    limit: Optional(WholeNumber({ minimum: 1, maximum: LIMITS.pageSizeMax, default: LIMITS.pageSize })),
    cursor: Optional(AnyText({ description: '`next_cursor` of the page before.' })),
}, { additionalProperties: false });
//# sourceMappingURL=pages.js.map