// Sentiments, kinds, severities, statuses and tags as small labels. Only severity has colors; everything else has a
// shape and a word.
import { Badge, Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { IssueKind, IssueStatus, Sentiment, Severity, StudyState } from '../../../src/contract/labels.ts'
import { capitalized } from '../format.ts'
import type { Icon } from '../icons/icon.tsx'
import {
  IconAlertCircle,
  IconBulb,
  IconCircleDashed,
  IconHeart,
  IconHelpCircle,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefreshAlert,
} from '../icons/tabler.ts'
import { SENTIMENT_COLORS, SEVERITY_COLORS } from '../theme.ts'
import { StatusIcon } from './issues/issue-marks.tsx'
import classes from './labels.module.css'

/** A word with an icon, in the color of the surrounding text. */
export function Label({ icon, children }: { icon?: ReactNode; children: string }) {
  return (
    <span className={classes.label}>
      {icon}
      {capitalized(children)}
    </span>
  )
}

const shape = (Icon: Icon) => <Icon size={14} stroke={1.8} aria-hidden />

export function StatusLabel({ status }: { status: IssueStatus }) {
  return <Label icon={<StatusIcon status={status} size={14} />}>{status}</Label>
}

const KIND_ICONS: Record<IssueKind, Icon> = {
  problem: IconAlertCircle,
  request: IconBulb,
  question: IconHelpCircle,
  praise: IconHeart,
}

export function KindLabel({ kind }: { kind: IssueKind }) {
  return <Label icon={shape(KIND_ICONS[kind])}>{kind}</Label>
}

/** Praise has no severity and so no label. */
export function SeverityLabel({ severity }: { severity: Severity | null }) {
  return (
    severity && (
      <Badge
        variant="light"
        color={SEVERITY_COLORS[severity]}
        radius="sm"
        size="sm"
        className={classes.severity}
      >
        {capitalized(severity)}
      </Badge>
    )
  )
}

const STATE_ICONS: Record<StudyState, Icon> = {
  draft: IconCircleDashed,
  active: IconPlayerPlay,
  paused: IconPlayerPause,
  ended: IconPlayerStop,
}

export function StudyStateLabel({ state }: { state: StudyState }) {
  return <Label icon={shape(STATE_ICONS[state])}>{state}</Label>
}

export function RegressedLabel() {
  return <Label icon={shape(IconRefreshAlert)}>regressed</Label>
}

export function SentimentLabel({ sentiment }: { sentiment: Sentiment }) {
  return (
    <Group gap={6} wrap="nowrap" className={classes.sentiment}>
      <SentimentDot sentiment={sentiment} />
      <Text size="xs">{capitalized(sentiment)}</Text>
    </Group>
  )
}

/** Shown next to text; names the sentiment for screen readers and on hover. */
export function SentimentDot({ sentiment }: { sentiment: Sentiment }) {
  return (
    <Box
      className={classes.dot}
      role="img"
      aria-label={sentiment}
      title={sentiment}
      style={{ background: SENTIMENT_COLORS[sentiment] }}
    />
  )
}

type TagLabelProps = { label: string; color?: string | undefined; title?: string }

/** The title contains the full label, which may be cut. */
export function TagLabel({ label, color, title = label }: TagLabelProps) {
  return (
    <Box component="span" className={classes.tag} title={title}>
      <Box component="span" className={classes.tagDot} style={{ background: color ?? 'var(--fn-quiet)' }} />
      <span dir="auto" className={classes.tagText}>
        {label}
      </span>
    </Box>
  )
}

/** The shares of sentiments as one thin bar. */
export function SentimentBar({ counts }: { counts: Record<Sentiment, number> }) {
  const entries = Object.entries(counts) as [Sentiment, number][]
  const total = entries.reduce((sum, [, count]) => sum + count, 0)
  const said = entries.filter(([, count]) => count > 0).map(([sentiment, count]) => `${count} ${sentiment}`)
  return (
    <Box
      className={classes.bar}
      role="img"
      aria-label={said.join(', ') || 'No observations'}
      title={said.join(', ')}
    >
      {entries.map(([sentiment, count]) => (
        <Box
          key={sentiment}
          style={{
            width: `${total === 0 ? 0 : (100 * count) / total}%`,
            background: SENTIMENT_COLORS[sentiment],
          }}
        />
      ))}
    </Box>
  )
}
