// JSON Schemas with their TypeScript types. Plain objects: the validator, OpenAPI and MCP publish them as they are.
// A schema library would do the same; the one measured here cost 0.3 s of every start.
import { LIMITS } from './limits.js';
export const Optional = (schema) => ({ optional: schema });
export function ObjectOf(fields, notes = {}) {
    const entries = Object.entries(fields);
    const isOptional = (field) => 'optional' in field;
    const required = entries.filter(([, field]) => !isOptional(field)).map(([name]) => name);
    const properties = entries.map(([name, field]) => [name, isOptional(field) ? field.optional : field]);
    const schema = { type: 'object', required, properties: Object.fromEntries(properties), ...notes };
    return Object.defineProperty(schema, 'fields', { value: fields });
}
/** The same fields, none of them required. */
export function partial(fields) {
    const entries = Object.entries(fields).map(([name, schema]) => [name, Optional(schema)]);
    return Object.fromEntries(entries);
}
export const ListOf = (items, notes = {}) => ({ type: 'array', items, ...notes });
/** Some of the labels: in an address separated by commas, one or more of them. */
export const SomeOf = (labels, notes = {}) => ListOf(OneOf(labels), { minItems: 1, ...notes });
export const AnyText = (notes = {}) => ({
    type: 'string',
    ...notes,
});
/** A string that holds at least one non-white-space character; lengths count code points. */
export const Text = (maxLength, notes = {}) => ({
    type: 'string',
    maxLength,
    pattern: '\\S',
    ...notes,
});
export const WholeNumber = (notes = {}) => ({ type: 'integer', ...notes });
export const AnyNumber = (notes = {}) => ({ type: 'number', ...notes });
export const YesOrNo = (notes = {}) => ({ type: 'boolean', ...notes });
export const OneOf = (labels, notes = {}) => ({
    type: 'string',
    enum: [...labels],
    ...notes,
});
export const Uuid = (notes = {}) => ({ type: 'string', format: 'uuid', ...notes });
/** One that mail providers give out; in any case of letters. */
export const Email = (notes = {}) => ({
    type: 'string',
    format: 'email',
    maxLength: LIMITS.emailLength,
    ...notes,
});
export const DateTime = (notes = {}) => ({
    type: 'string',
    format: 'date-time',
    ...notes,
});
/** Only for schemas with a plain `type`: a two-name type list keeps error messages to one per fault. */
export const Nullable = (schema) => ({
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
});
//# sourceMappingURL=schema.js.map