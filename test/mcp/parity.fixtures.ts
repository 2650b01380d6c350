// Inputs that REST and MCP must treat alike.
import { answer, batch, type Loose } from '../service.ts'

type Fixture = [title: string, input: Loose]

const item = (overrides: object = {}) => ({ title: 'One', description: 'About one.', ...overrides })
const items = (...list: unknown[]) => batch({ observations: list })
const without = (whole: Loose, field: string) => ({ ...whole, [field]: undefined })

export const GOOD_BATCHES: Fixture[] = [
  ['a plain batch', batch()],
  ['50 items', items(...Array.from({ length: 50 }, (_, index) => item({ title: `Number ${index}` })))],
  ['white space around every value', batch({ user_id: ' u ', interaction_id: '\tt\n' })],
  ['texts at their limits, counted in code points', items(item({ title: '🦊'.repeat(500) }))],
  ['ids at their limits', batch({ user_id: 'ü'.repeat(512), interaction_id: '🦊'.repeat(512) })],
  ['a description at its limit', items(item({ description: 'x'.repeat(32_768) }))],
  ['combining and right-to-left characters', items(item({ title: 'e\u0301 \u202eabc\u202c שלום' }))],
  ['markup and quotes', items(item({ description: `<b>"'\\; DROP TABLE observation; --` }))],
  ['unknown properties', { ...batch({ mood: 'sunny' }), observations: [item({ severity: 3 })] }],
  ['observed_at with an offset', batch({ observed_at: '2026-03-01T12:00:00.123456+05:30' })],
  ['observed_at without a zone', batch({ observed_at: '2026-03-01T12:00:00' })],
  ['observed_at null', batch({ observed_at: null })],
  ['items that name issues', items(item({ issue: 142 }), item(), item({ issue: 1 }))],
  ['an issue with a number beyond all', items(item({ issue: 9_000_000_000 }))],
  ['an issue of number 0', items(item(), item({ issue: 0 }))],
  ['a negative issue', items(item({ issue: -1 }))],
]

export const BAD_BATCHES: Fixture[] = [
  ['an empty object', {}],
  ['a missing user_id', without(batch(), 'user_id')],
  ['a user_id that is half a number', batch({ user_id: 5.5 })],
  ['a user_id that is null', batch({ user_id: null })],
  ['a blank interaction_id', batch({ interaction_id: '\u00a0 \n' })],
  ['an overlong user_id', batch({ user_id: '🦊'.repeat(513) })],
  ['an unknown sentiment', batch({ user_sentiment: 'Positive' })],
  ['no sentiment', without(batch(), 'user_sentiment')],
  ['observed_at as a bare date', batch({ observed_at: '2026-03-01' })],
  ['observed_at on 30 February', batch({ observed_at: '2026-02-30T10:00:00Z' })],
  ['observed_at as a number', batch({ observed_at: 1_772_000_000 })],
  ['no observations', without(batch(), 'observations')],
  ['empty observations', items()],
  ['51 observations', items(...Array.from({ length: 51 }, () => item()))],
  ['observations as an object', batch({ observations: { 0: item() } })],
  ['an item that is a number', items(item(), 7)],
  ['an item that is null', items(null)],
  ['an item that is a list', items([item()])],
  ['an item without a description', items(item(), { title: 'Alone' })],
  ['an overlong title and a blank description', items(item({ title: 'x'.repeat(501), description: ' ' }))],
  ['an overlong description', items(item({ description: 'x'.repeat(32_769) }))],
  ['every batch field inside an item', items(item({ ...batch(), observed_at: null }))],
  ['half an issue', items(item({ issue: 1.5 }))],
  ['an issue in words', items(item({ issue: 'the export one' }))],
  ['an issue that is true', items(item({ issue: true }))],
  ['a list of issues', items(item({ issue: [142] }))],
  ['NUL characters', items(item({ title: 'a\0b' }))],
  ['lone surrogates', batch({ user_id: 'u\ud800' })],
  ['many faults at once', { user_id: '', user_sentiment: 'meh', observed_at: 'x', observations: [{}, 1] }],
]

export const GOOD_ANSWERS: Fixture[] = [
  ['a plain answer', answer()],
  ['white space kept', answer({ answer: '  because \n' })],
  ['an answer at its limit', answer({ answer: '🦊'.repeat(32_768) })],
  ['unknown properties', answer({ mood: 'sunny' })],
]

export const BAD_ANSWERS: Fixture[] = [
  ['nothing', {}],
  ['a missing answer', without(answer(), 'answer')],
  ['a blank answer', answer({ answer: ' ' })],
  ['an overlong answer', answer({ answer: 'x'.repeat(32_769) })],
  ['a missing interaction_id', without(answer(), 'interaction_id')],
  ['an interaction_id that is true', answer({ interaction_id: true })],
  ['an overlong user_id', answer({ user_id: 'x'.repeat(513) })],
  ['NUL characters', answer({ answer: 'a\0b' })],
]

/** What happened to the study after the user was asked, as admin changes one after another. */
export const STUDY_CHANGES: [title: string, changes: object[]][] = [
  ['paused', [{ state: 'paused' }]],
  ['ended', [{ state: 'paused' }, { state: 'ended' }]],
  ['moved to the future', [{ starts_at: '2027-01-01T00:00:00Z' }]],
  ['past its end', [{ ends_at: '2026-03-14T09:30:00Z' }]],
  ['sampled down to nobody', [{ sampling_rate: 0 }]],
]

export const USER_IDS: Fixture[] = [
  ['a known user', 'user-42'],
  ['a user of whom nothing is known', 'nobody'],
  ['a user_id with special characters', 'a&b=c/ü 🦊'],
  ['a user_id at its limit', 'x'.repeat(512)],
  ['an empty user_id', ''],
  ['a blank user_id', ' '],
  ['an overlong user_id', 'x'.repeat(513)],
  ['no user_id', undefined],
]
