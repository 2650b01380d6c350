// Sentiments, kinds, severities, statuses and tags as small labels: color helps, words decide.
import { Badge, Box, Group, Text } from '@mantine/core'
import type { IssueKind, IssueStatus, Sentiment, Severity, StudyState } from '../../../src/contract/labels.ts'
import { capitalized } from '../format.ts'
import {
  KIND_COLORS,
  SENTIMENT_COLORS,
  SEVERITY_COLORS,
  STATUS_COLORS,
  STUDY_STATE_COLORS,
} from '../theme.ts'
import classes from './labels.module.css'

function Label({ color, children }: { color: string; children: string }) {
  return (
    <Badge variant="light" color={color} radius="sm" size="sm" className={classes.label}>
      {capitalized(children)}
    </Badge>
  )
}

export function StatusLabel({ status }: { status: IssueStatus }) {
  return <Label color={STATUS_COLORS[status]}>{status}</Label>
}

export function KindLabel({ kind }: { kind: IssueKind }) {
  return <Label color={KIND_COLORS[kind]}>{kind}</Label>
}

/** Praise has no severity, and so no label. */
export function SeverityLabel({ severity }: { severity: Severity | null }) {
  return severity && <Label color={SEVERITY_COLORS[severity]}>{severity}</Label>
}

export function StudyStateLabel({ state }: { state: StudyState }) {
  return <Label color={STUDY_STATE_COLORS[state]}>{state}</Label>
}

export function RegressedLabel() {
  return <Label color="red">regressed</Label>
}

export function SampleLabel() {
  return <Label color="gray">sample</Label>
}

export function SentimentLabel({ sentiment }: { sentiment: Sentiment }) {
  return (
    <Group gap={6} wrap="nowrap" className={classes.sentiment}>
      <SentimentDot sentiment={sentiment} />
      <Text size="xs">{capitalized(sentiment)}</Text>
    </Group>
  )
}

/** Beside other words; says its sentiment to screen readers and on hover. */
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

export function TagLabel({ label, color }: { label: string; color?: string | undefined }) {
  return (
    <Box component="span" className={classes.tag}>
      <Box component="span" className={classes.tagDot} style={{ background: color ?? 'var(--fn-quiet)' }} />
      {label}
    </Box>
  )
}

/** The share of each sentiment as one thin bar. */
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
