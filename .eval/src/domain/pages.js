// Cursors: opaque to callers, the last seen key to us.
import { parseDateTime } from '../contract/date-time.js';
import { LIMITS } from '../contract/limits.js';
import { invalid } from '../contract/refusal.js';
import { isUuid } from '../contract/validate.js';
/** Reads one row more than the page holds: that it exists is how we know there is a next page. */
export async function page(query, read, keyOf, show) {
    const limit = query.limit ?? LIMITS.pageSize;
    const rows = await read({ before: decode(query.cursor), limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const next_cursor = rows.length > limit && last !== undefined ? encode(keyOf(last)) : null;
    return { items: shown.map(show), next_cursor };
}
const encode = (key) => Buffer.from(key.replaceAll('-', ''), 'hex').toString('base64url');
function decode(cursor) {
    if (cursor === undefined)
        return null;
    const hex = Buffer.from(cursor, 'base64url').toString('hex');
    const key = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    if (isUuid(key))
        return key;
    throw noSuchCursor();
}
const noSuchCursor = () => invalid([{ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' }]);
export const encodePlace = (sort, { key, id }) => Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
/** What a list is sorted by, as PostgreSQL writes it: another text would be its fault, where it is the caller's. */
export const isCount = (key) => /^\d{1,9}$/.test(key);
export const isMoment = (key) => key.endsWith('+00') && parseDateTime(`${key}:00`) !== null;
/** Only a cursor of the same order, with a key and an id that the list can have. */
export function decodePlace(cursor, sort, isPlace) {
    try {
        const [of, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
        if (of === sort && typeof key === 'string' && typeof id === 'string' && !id.includes('\0'))
            if (isPlace({ key, id }))
                return { key, id };
    }
    catch {
        // Not one of ours: answered below like any other wrong cursor.
    }
    throw noSuchCursor();
}
//# sourceMappingURL=pages.js.map