// An option with its number of results, if known.
import { formatCompact } from '../../format.ts'
import classes from './counted-choice.module.css'

export function CountedChoice({ label, total }: { label: string; total: number | undefined }) {
  return (
    <>
      {label}
      {total !== undefined && <span className={`fn-number ${classes.total}`}>{formatCompact(total)}</span>}
    </>
  )
}
