import { describe, expect, it } from 'vitest'
import { observationBatchViolations } from '../../src/contract/observations/observations.ts'
import { Refusal } from '../../src/contract/refusal.ts'
import {
  AnyText,
  DateTime,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  Text,
  Uuid,
  WholeNumber,
} from '../../src/contract/schema.ts'
import { checker, isUuid } from '../../src/contract/validate.ts'
import { batch } from '../service.ts'

const Sample = ObjectOf({
  name: Optional(Text(3)),
  id: Optional(Uuid()),
  at: Optional(Nullable(DateTime())),
  mood: Optional(OneOf(['good', 'bad'])),
  count: Optional(WholeNumber({ minimum: 1, maximum: 9 })),
  nested: Optional(ListOf(ObjectOf({ 'a/b~c': Text(3) }), { minItems: 1, maxItems: 2 })),
})
const sample = checker(Sample, 'body')

describe('checker', () => {
  it.each([
    ['three code points of two units each', { name: '😀😀😀' }],
    ['a combining mark as a character of its own', { name: 'e\u0301x' }],
    ['a zero-width space, which is no white space', { name: '\u200B' }],
    ['null where null is allowed', { at: null }],
    ['a UUID in capitals', { id: '0195A2B4-7C3E-7B1A-9F00-1234567890AB' }],
    ['properties that it does not know', { other: '\uD800', constructor: 1 }],
  ])('takes %s', (_, value) => {
    expect(sample.violations(value)).toEqual([])
    expect(sample.parse(value)).toBe(value)
  })

  it.each([
    ['four emoji', { name: '😀😀😀😀' }, ['body', 'name'], 'too_long', 'must have at most 3 characters'],
    ['white space', { name: '\u3000' }, ['body', 'name'], 'blank', 'must not be blank'],
    ['a number as text', { name: 5 }, ['body', 'name'], 'type', 'must be a string'],
    ['null as text', { name: null }, ['body', 'name'], 'type', 'must be a string'],
    ['a string object', { name: ['a'] }, ['body', 'name'], 'type', 'must be a string'],
    ['a number as text', { count: '5' }, ['body', 'count'], 'type', 'must be a whole number'],
    ['a fraction', { count: 1.5 }, ['body', 'count'], 'type', 'must be a whole number'],
    ['too little', { count: 0 }, ['body', 'count'], 'too_small', 'must be at least 1'],
    ['too much', { count: 10 }, ['body', 'count'], 'too_large', 'must be at most 9'],
    ['another word', { mood: 'Good' }, ['body', 'mood'], 'enum', 'must be one of: good, bad'],
    ['no word at all, once', { mood: null }, ['body', 'mood'], 'type', 'must be a string'],
    ['no UUID', { id: '0195a2b47c3e7b1a9f001234567890ab' }, ['body', 'id'], 'uuid', 'must be a UUID'],
    ['a number as a date', { at: 5 }, ['body', 'at'], 'type', 'must be a string or null'],
    ['too few items', { nested: [] }, ['body', 'nested'], 'too_few', 'must hold at least 1 item'],
    ['a missing property', { nested: [{}] }, ['body', 'nested', 0, 'a/b~c'], 'missing', 'is required'],
    [
      'a place that needs escaping',
      { nested: [{ 'a/b~c': 'x' }, { 'a/b~c': '' }] },
      ['body', 'nested', 1, 'a/b~c'],
      'blank',
      'must not be blank',
    ],
    ['no object', [], ['body'], 'type', 'must be an object'],
    ['nothing', undefined, ['body'], 'type', 'must be an object'],
  ])('refuses %s and says where and why', (_, value, loc, type, msg) => {
    expect(sample.violations(value)).toEqual([{ loc, msg, type }])
  })

  it.each([
    ['NUL', '\0'],
    ['a high surrogate alone', 'a\uD800'],
    ['a low surrogate alone', '\uDFFFa'],
    ['a pair the wrong way round', '\uDC00\uD800'],
  ])('refuses %s in every string, nullable ones and those in lists included', (_, text) => {
    const anywhere = checker(ObjectOf({ a: AnyText(), b: Nullable(AnyText()), c: ListOf(AnyText()) }), 'body')

    const found = anywhere.violations({ a: text, b: text, c: ['fine', text] })

    expect(found.map(({ loc, type }) => [loc.join('.'), type])).toEqual([
      ['body.a', 'text'],
      ['body.b', 'text'],
      ['body.c.1', 'text'],
    ])
  })

  it('parses or throws a refusal that lists every violation', () => {
    const parse = () => sample.parse({ name: '', count: 10 })

    expect(parse).toThrow(Refusal)
    expect(parse).toThrow('2 violation(s)')
  })

  it('takes nothing from the prototype of a value', () => {
    const required = checker(ObjectOf({ name: Text(3) }), 'body')

    const found = required.violations(JSON.parse('{"__proto__": {"name": "abc"}}'))

    expect(found).toMatchObject([{ loc: ['body', 'name'], type: 'missing' }])
  })
})

describe('isUuid', () => {
  it.each([
    ['0195a2b4-7c3e-7b1a-9f00-1234567890ab', true],
    ['0195A2B4-7C3E-7B1A-9F00-1234567890AB', true],
    ['00000000-0000-0000-0000-000000000000', true],
    ['{0195a2b4-7c3e-7b1a-9f00-1234567890ab}', false],
    ['0195a2b4-7c3e-7b1a-9f00-1234567890ab\n', false],
    ['0195a2b4-7c3e-7b1a-9f00-1234567890ag', false],
    ['', false],
  ])('%j: %s', (text, is) => {
    expect(isUuid(text)).toBe(is)
  })
})

describe('observationBatchViolations', () => {
  it('finds nothing in a valid batch, and does not change it', () => {
    const valid = Object.freeze(batch())

    expect(observationBatchViolations(valid)).toEqual([])
  })

  it('says once that there are too many items, and still names what is wrong in the first 50', () => {
    const [item] = batch().observations
    const observations = [{ ...item, title: '' }, ...Array(60).fill(item), { ...item, title: '' }]

    const found = observationBatchViolations(batch({ observations }))

    expect(found.map(({ loc, type }) => [loc.join('.'), type])).toEqual([
      ['body.observations.0.title', 'blank'],
      ['body.observations', 'too_many'],
    ])
  })
})
