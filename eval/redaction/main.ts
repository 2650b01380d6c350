// npm run eval:redaction — precision and recall of redaction on the labeled notes; --mistakes shows what went wrong.
import { scoreRedaction } from './score-redaction.ts'

const { scores, all, mistakes, notes } = await scoreRedaction()
process.stdout.write(`${notes} notes\n\nkind     found  wrong  missed  precision  recall\n`)
for (const { kind, right, wrong, missed, precision, recall } of [...scores, all])
  process.stdout.write(
    `${kind.padEnd(8)} ${String(right).padStart(5)}  ${String(wrong).padStart(5)}  ${String(missed).padStart(6)}  ${precision.toFixed(3).padStart(9)}  ${recall.toFixed(3).padStart(6)}\n`,
  )
if (process.argv.includes('--mistakes'))
  for (const { note, got } of mistakes) process.stdout.write(`\n- ${note}\n+ ${got}\n`)
