// The differences between two texts, readable without colors: signs and words mark additions and removals.
import { Box, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Fragment, useMemo, useState } from 'react'
import { plural } from '../../format.ts'
import classes from './diff.module.css'
import { type DiffRow, diffRows, folded, type Stretch } from './diff-rows.ts'

export function DiffView({ before, after, label }: { before: string; after: string; label: string }) {
  const rows = useMemo(() => diffRows(before, after), [before, after])
  const count = (kind: DiffRow['kind']) => rows.filter((row) => row.kind === kind).length
  if (before === after)
    return (
      <Text size="sm" c="dimmed" p="md">
        No changes.
      </Text>
    )
  return (
    <Box>
      <Text size="sm" c="dimmed" mb="xs">
        {plural(count('added'), 'line')} added, {plural(count('removed'), 'line')} removed
      </Text>
      <Box className={classes.diff} role="group" aria-label={label}>
        {folded(rows).map((stretch, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place
          <StretchView key={i} stretch={stretch} />
        ))}
      </Box>
    </Box>
  )
}

function StretchView({ stretch }: { stretch: Stretch }) {
  const [open, setOpen] = useState(stretch.kind === 'rows')
  if (!open)
    return (
      <UnstyledButton className={classes.fold} onClick={() => setOpen(true)}>
        Show {plural(stretch.rows.length, 'unchanged line')}
      </UnstyledButton>
    )
  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
  return stretch.rows.map((row, i) => <Line key={i} row={row} />)
}

const MARKS = { same: ' ', removed: '−', added: '+' }
const SAID = { same: '', removed: 'Removed: ', added: 'Added: ' }

function Line({ row: { kind, parts } }: { row: DiffRow }) {
  const Changed = kind === 'removed' ? 'del' : 'ins'
  return (
    <div className={classes.line} data-kind={kind}>
      <span className={classes.mark} aria-hidden>
        {MARKS[kind]}
      </span>
      <span className={classes.words}>
        <VisuallyHidden>{SAID[kind]}</VisuallyHidden>
        {parts.map(({ text, changed }, i) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          changed ? <Changed key={i}>{text}</Changed> : <Fragment key={i}>{text}</Fragment>,
        )}
      </span>
    </div>
  )
}
