// One issue in the inbox.
import { Checkbox, Text, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import type { IssueStatus } from '../../../../../src/contract/labels.ts'
import { Sparkline } from '../../../components/charts/sparkline.tsx'
import {
  AssigneeMark,
  IssueNumber,
  StatusIcon,
  WeeklyTrend,
} from '../../../components/issues/issue-marks.tsx'
import { KindLabel, Label, RegressedLabel, SeverityLabel, TagLabel } from '../../../components/labels.tsx'
import { Ago } from '../../../components/time.tsx'
import { useFilters } from '../../../filters.ts'
import { capitalized, formatCompact, formatNumber, plural } from '../../../format.ts'
import { useProjectId } from '../../../session/project.ts'
import classes from './issue-list.module.css'

type IssueRowProps = {
  issue: Issue
  current: boolean
  selected: boolean
  /** False for viewers, who cannot change anything. */
  selectable: boolean
  inPane: boolean
  onSelect: (range: boolean) => void
}

export function IssueRow(props: IssueRowProps) {
  const { issue, current, selected, selectable, inPane, onSelect } = props
  const [{ open, status = '' }] = useFilters()
  const projectId = useProjectId()
  // Shown only if the status is not that of every row.
  const saysStatus = issue.status !== 'open' && ['', 'all'].includes(status)
  return (
    <article
      className={`fn-row ${classes.row}`}
      data-current={current || (inPane && open === issue.id) || undefined}
      data-selected={selected || undefined}
    >
      {selectable && (
        <Checkbox
          size="xs"
          className={classes.check}
          checked={selected}
          onChange={(event) => onSelect((event.nativeEvent as MouseEvent).shiftKey)}
          aria-label={`Select ${issue.title}`}
        />
      )}
      <div className={classes.main}>
        <div className={classes.titleLine}>
          <StatusShape status={issue.status} />
          <IssueNumber number={issue.number} />
          {/* The link spreads over the row; the box lies above it. */}
          <Link
            {...(inPane
              ? {
                  to: '.',
                  search: (all: object) => ({ ...all, open: issue.id }),
                  resetScroll: false,
                }
              : { to: '/p/$projectId/issues/$issueId', params: { projectId, issueId: issue.id } })}
            className={classes.title}
            dir="auto"
          >
            {issue.title}
          </Link>
          {issue.regressed_at && <RegressedLabel />}
          {issue.assignee && <AssigneeMark assignee={issue.assignee} />}
        </div>
        <div className={classes.about}>
          <span className={classes.labels}>
            {saysStatus && <Label>{issue.status}</Label>}
            <KindLabel kind={issue.kind} />
            <SeverityLabel severity={issue.severity} />
            <Tags tags={issue.tags} />
          </span>
          <Text size="sm" c="dimmed" component="span" className={classes.summary} dir="auto">
            {issue.summary}
          </Text>
        </div>
      </div>
      <Figures issue={issue} />
    </article>
  )
}

/** The shape alone, because the word would be the same in most rows. */
function StatusShape({ status }: { status: IssueStatus }) {
  return (
    <span className={classes.status} role="img" aria-label={capitalized(status)} title={capitalized(status)}>
      <StatusIcon status={status} />
    </span>
  )
}

const TAGS_SHOWN = 1

function Tags({ tags }: { tags: Issue['tags'] }) {
  const more = tags.slice(TAGS_SHOWN)
  return (
    <>
      {tags.slice(0, TAGS_SHOWN).map(({ id, label, color }) => (
        <TagLabel key={id} label={label} color={color ?? undefined} />
      ))}
      {more.length > 0 && (
        <Tooltip label={more.map(({ label }) => label).join(', ')}>
          <Text size="xs" c="dimmed" component="span">
            +{formatNumber(more.length)}
          </Text>
        </Tooltip>
      )}
    </>
  )
}

function Figures({ issue }: { issue: Issue }) {
  const { trend, observation_count, user_count, last_seen } = issue
  return (
    <div className={classes.figures}>
      <div className={classes.sparkline}>
        <Sparkline daily={trend.daily} />
      </div>
      <div className={classes.trend}>
        <WeeklyTrend issue={issue} />
      </div>
      <Figure count={observation_count} unit="observation" />
      <Figure count={user_count} unit="user" />
      <Text size="xs" c="dimmed" className={classes.seen} component="span">
        {last_seen ? <Ago at={last_seen} /> : '–'}
      </Text>
    </div>
  )
}

/** Below its heading on a wide screen; with its unit on a narrow one. */
function Figure({ count, unit }: { count: number; unit: string }) {
  return (
    <span className={classes.figure} title={plural(count, unit)}>
      <span className="fn-number">{formatCompact(count)}</span>
      <span className={classes.unit}> {count === 1 ? unit : `${unit}s`}</span>
    </span>
  )
}
