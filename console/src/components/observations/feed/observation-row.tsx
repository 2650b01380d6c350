// One observation in a list: what was seen, of whom, when, and the results of the digest.
import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type {
  ObservationItem,
  TextSegment,
} from '../../../../../src/contract/observations/observation-details.ts'
import { IconInbox, IconUser } from '../../../icons/tabler.ts'
import { useProjectId } from '../../../session/project.ts'
import { SentimentLabel, TagLabel } from '../../labels.tsx'
import { Ago } from '../../time.tsx'
import { DigestMark } from '../digest-state.tsx'
import { SOURCE_NAMES } from '../source-names.ts'
import classes from './observation-row.module.css'

/** The subject of the list, which rows need not repeat. */
export type RowSubject = 'user' | 'issue'

type ObservationRowProps = {
  row: ObservationItem
  current?: boolean
  isNew?: boolean
  without?: RowSubject | undefined
}

export function ObservationRow({ row, current = false, isNew = false, without }: ObservationRowProps) {
  const { title, description } = row.highlight ?? {}
  return (
    <article
      className={`fn-row ${classes.row}`}
      data-current={current || undefined}
      data-new={isNew || undefined}
    >
      <div className={classes.head}>
        {/* The link spreads over the row; links to other places lie above it. */}
        <Link
          to="."
          search={(all: object) => ({ ...all, observation: row.id })}
          resetScroll={false}
          className={classes.title}
          dir="auto"
        >
          {title ? <Highlighted segments={title} /> : row.title}
        </Link>
        <Text size="xs" c="dimmed" className={classes.time} component="span">
          <span className={classes.source}>{SOURCE_NAMES[row.source]} · </span>
          <Ago at={row.observed_at} />
        </Text>
      </div>
      <Text size="sm" c="dimmed" className={classes.description} dir="auto">
        {description ? <Highlighted segments={description} /> : row.description}
      </Text>
      <RowFacts row={row} without={without} />
    </article>
  )
}

function RowFacts({ row, without }: Pick<ObservationRowProps, 'row' | 'without'>) {
  const projectId = useProjectId()
  return (
    <Group gap="4px 12px" className={classes.facts}>
      <SentimentLabel sentiment={row.user_sentiment} />
      {without !== 'user' && (
        <Link
          to="/p/$projectId/users/$userId"
          params={{ projectId, userId: row.user_id }}
          className={classes.link}
          data-short
        >
          <IconUser size={13} aria-label="User" />
          <span>{row.user_id}</span>
        </Link>
      )}
      {without !== 'issue' && row.issue && (
        <Link
          to="/p/$projectId/issues/$issueId"
          params={{ projectId, issueId: row.issue.id }}
          className={classes.link}
        >
          <IconInbox size={13} aria-label="Issue" />
          <span dir="auto">{row.issue.title}</span>
        </Link>
      )}
      {row.tags.map(({ id, label, config }) => (
        <TagLabel key={id} label={label} color={config.color} />
      ))}
      <DigestMark digest={row.digest} />
    </Group>
  )
}

/** Text in which the words that were searched for are marked. */
function Highlighted({ segments }: { segments: TextSegment[] }) {
  return segments.map(({ text, hit }, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the text
    hit ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
  )
}
