// How well personal data is found in labeled notes: precision and recall, by kind and over all.
import { readFileSync } from 'node:fs'
import { REDACTION_KINDS } from '../../src/contract/labels.ts'
import { inTurns } from '../../src/domain/privacy/in-turns.ts'
import { createRedact } from '../../src/domain/privacy/redact.ts'

export type LabeledNote = { text: string; wanted: string; kinds: string[] }
type KindScore = {
  kind: string
  right: number
  wrong: number
  missed: number
  precision: number
  recall: number
}
type Scored = {
  scores: KindScore[]
  all: KindScore
  mistakes: { wanted: string; got: string; text: string }[]
}

const LABEL = /\{\{(\w+)\|(.*?)\}\}/g

/** Those that the finders were made with. */
export const ownNotes = (): LabeledNote[] =>
  linesOf('notes.txt')
    .filter((line) => !line.startsWith('#'))
    .map((line) => ({
      text: line.replaceAll(LABEL, '$2'),
      wanted: line.replaceAll(LABEL, '[$1]'),
      kinds: [...line.matchAll(LABEL)].map(([, kind = '']) => kind),
    }))

/** Those of a writer who had not seen the finders. Every other one was looked at since; the rest never. */
export function othersNotes(): { seen: LabeledNote[]; unseen: LabeledNote[] } {
  const notes = linesOf('notes-of-another-writer.jsonl').map((line) => labeled(JSON.parse(line)))
  return { seen: notes.filter((_, at) => at % 2 === 0), unseen: notes.filter((_, at) => at % 2 === 1) }
}

/** Secrets and telephone numbers alone, which are missed most; written before their writer read the finders, looked at since. */
export const worstKinds = (): LabeledNote[] =>
  linesOf('secrets-and-phones.jsonl').map((line) => labeled(JSON.parse(line)))

const linesOf = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

function labeled({ text, spans }: { text: string; spans: { kind: string; value: string }[] }): LabeledNote {
  let wanted = text
  for (const { kind, value } of spans) {
    if (!wanted.includes(value)) throw new Error(`no ${value} in: ${text}`)
    wanted = wanted.replace(value, () => `[${kind}]`)
  }
  return { text, wanted, kinds: spans.map(({ kind }) => kind) }
}

export async function scoreRedaction(notes: LabeledNote[]): Promise<Scored> {
  const redact = createRedact(REDACTION_KINDS, [])
  if (!redact) throw new Error('nothing to look for')
  const counts = new Map(REDACTION_KINDS.map((kind) => [kind as string, { right: 0, wrong: 0, missed: 0 }]))
  const count = (kind: string) => counts.get(kind) as { right: number; wrong: number; missed: number }
  const mistakes: Scored['mistakes'] = []
  for (const { text, wanted, kinds } of notes) {
    const done = await inTurns(redact.redact(text))
    if (done.text === wanted) for (const kind of kinds) count(kind).right++
    else {
      // Only the exact characters count: half a number that is left is a number that is left.
      mistakes.push({ wanted, got: done.text, text })
      for (const kind of kinds) count(kind).missed++
      for (const [kind, found] of Object.entries(done.redactions)) count(kind).wrong += found
    }
  }
  const scores = [...counts].map(([kind, counted]) => scored(kind, counted))
  const total = (part: 'right' | 'wrong' | 'missed') => scores.reduce((sum, score) => sum + score[part], 0)
  const all = scored('all', { right: total('right'), wrong: total('wrong'), missed: total('missed') })
  return { scores, all, mistakes }
}

function scored(
  kind: string,
  { right, wrong, missed }: { right: number; wrong: number; missed: number },
): KindScore {
  return { kind, right, wrong, missed, precision: right / (right + wrong), recall: right / (right + missed) }
}
