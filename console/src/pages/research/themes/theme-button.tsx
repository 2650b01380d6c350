// A theme as a bar with the length of its number of answers.
import { Box, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../format.ts'
import classes from './themes.module.css'

type ThemeButtonProps = {
  count: number
  /** Relative to the longest bar, 0 to 1. */
  share: number
  chosen: boolean
  onChoose: () => void
  children: ReactNode
}

export function ThemeButton({ count, share, chosen, onChoose, children }: ThemeButtonProps) {
  return (
    <UnstyledButton className={classes.choose} aria-pressed={chosen} onClick={onChoose}>
      <Box className={classes.bar} style={{ width: `${100 * share}%` }} aria-hidden />
      <Box className={classes.words}>{children}</Box>
      <Text size="sm" className={`fn-number ${classes.count}`}>
        {formatNumber(count)}
      </Text>
    </UnstyledButton>
  )
}
