// How well personal data is found in the labeled notes: precision and recall, by kind and over all.
import { readFileSync } from 'node:fs'
import { REDACTION_KINDS } from '../../src/contract/labels.ts'
import { inTurns } from '../../src/domain/privacy/in-turns.ts'
import { createRedact } from '../../src/domain/privacy/redact.ts'

export type KindScore = {
  kind: string
  right: number
  wrong: number
  missed: number
  precision: number
  recall: number
}
export type Mistake = { note: string; got: string }

const LABEL = /\{\{(\w+)\|(.*?)\}\}/g

export async function scoreRedaction(): Promise<{
  scores: KindScore[]
  all: KindScore
  mistakes: Mistake[]
  notes: number
}> {
  const lines = readFileSync(new URL('notes.txt', import.meta.url), 'utf8').split('\n')
  const notes = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const redact = createRedact(REDACTION_KINDS, [])
  if (!redact) throw new Error('nothing to look for')
  const counts = new Map(REDACTION_KINDS.map((kind) => [kind as string, { right: 0, wrong: 0, missed: 0 }]))
  const count = (kind: string) => counts.get(kind) as { right: number; wrong: number; missed: number }
  const mistakes: Mistake[] = []
  for (const note of notes) {
    const wanted = [...note.matchAll(LABEL)].map(([, kind = '']) => kind)
    const right = note.replaceAll(LABEL, '[$1]')
    const { text, redactions } = await inTurns(redact.redact(note.replaceAll(LABEL, '$2')))
    if (text === right) for (const kind of wanted) count(kind).right++
    else {
      // Only the exact characters count: half a number that is left is a number that is left.
      mistakes.push({ note, got: text })
      for (const kind of wanted) count(kind).missed++
      for (const [kind, found] of Object.entries(redactions)) count(kind).wrong += found
    }
  }
  const scores = [...counts].map(([kind, counted]) => scored(kind, counted))
  const total = (part: 'right' | 'wrong' | 'missed') => scores.reduce((sum, score) => sum + score[part], 0)
  const all = scored('all', { right: total('right'), wrong: total('wrong'), missed: total('missed') })
  return { scores, all, mistakes, notes: notes.length }
}

function scored(
  kind: string,
  { right, wrong, missed }: { right: number; wrong: number; missed: number },
): KindScore {
  return { kind, right, wrong, missed, precision: right / (right + wrong), recall: right / (right + missed) }
}
