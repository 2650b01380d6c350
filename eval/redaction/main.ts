// npm run eval:redaction — precision and recall of redaction on the labeled notes; --mistakes shows what went wrong in those that the
// finders may be changed for.
import { type LabeledNote, othersNotes, ownNotes, scoreRedaction, worstKinds } from './score-redaction.ts'

const { seen, unseen } = othersNotes()
await report('that the finders were made with', ownNotes(), true)
await report('of another writer, looked at since', seen, true)
await report('of another writer, never looked at', unseen, false)
await report(
  'of a third writer, with secrets and telephone numbers alone, looked at since',
  worstKinds(),
  true,
)

async function report(which: string, notes: LabeledNote[], isOpen: boolean): Promise<void> {
  const { scores, all, mistakes } = await scoreRedaction(notes)
  process.stdout.write(`${notes.length} notes ${which}\n\nkind     found  wrong  missed  precision  recall\n`)
  for (const { kind, right, wrong, missed, precision, recall } of [...scores, all])
    process.stdout.write(
      `${kind.padEnd(8)} ${String(right).padStart(5)}  ${String(wrong).padStart(5)}  ${String(missed).padStart(6)}  ${precision.toFixed(3).padStart(9)}  ${recall.toFixed(3).padStart(6)}\n`,
    )
  process.stdout.write('\n')
  if (isOpen && process.argv.includes('--mistakes'))
    for (const { text, wanted, got } of mistakes) process.stdout.write(`  ${text}\n- ${wanted}\n+ ${got}\n\n`)
}
