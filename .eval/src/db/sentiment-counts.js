// Columns that count by sentiment: arrays in the order of SENTIMENTS, as SQL that makes, adds and subtracts them.
import { SENTIMENTS } from '../contract/labels.js';
/** Of rows that have a user_sentiment. */
export const COUNT_SENTIMENTS = `ARRAY[${SENTIMENTS.map((label) => `count(*) FILTER (WHERE user_sentiment = '${label}')::int`).join(', ')}]`;
export const addCounts = (one, other) => eachCount('+', one, other);
export const subtractCounts = (one, other) => eachCount('-', one, other);
function eachCount(operator, one, other) {
    const places = SENTIMENTS.map((_, index) => index + 1); // PostgreSQL arrays count from 1
    return `ARRAY[${places.map((place) => `${one}[${place}] ${operator} ${other}[${place}]`).join(', ')}]`;
}
//# sourceMappingURL=sentiment-counts.js.map