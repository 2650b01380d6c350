// What the issue is about, in the words of the agents who noted it and of the users.
import { Blockquote, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { IssueDetail } from '../../../../../src/contract/issues/issues.ts'
import { Panel } from '../../../components/panel.tsx'
import { capitalized } from '../../../format.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { useIssueActions } from '../use-issue-actions.ts'
import classes from './issue-summary.module.css'

export function IssueSummary({ issue }: { issue: IssueDetail }) {
  return (
    <Panel title="Summary">
      <Stack gap="md">
        {issue.status_note && (
          <Text size="sm" className={classes.note} dir="auto">
            <Text span inherit fw={600}>
              Note:
            </Text>{' '}
            {issue.status_note}
          </Text>
        )}
        <Text dir="auto" className="fn-break">
          {issue.summary || 'No summary yet. The next digest will write one.'}
        </Text>
        <ByAssistant issue={issue} />
        <Words title="In agents’ words" issueId={issue.id} said={issue.quotes} />
        <Words title="In users’ own words" issueId={issue.id} said={issue.user_quotes} />
      </Stack>
    </Panel>
  )
}

/** Marks an assistant's summary, and offers to restore the digest's. */
function ByAssistant({ issue }: { issue: IssueDetail }) {
  const mayEdit = useMay('editor')
  const { restoreSummary } = useIssueActions()
  const parts = [
    issue.title_by === 'assistant' && 'title',
    issue.summary_by === 'assistant' && 'summary',
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <Group gap="xs">
      <Text size="xs" c="dimmed">
        {capitalized(parts.join(' and '))} written by an assistant.
      </Text>
      {mayEdit && issue.summary_by === 'assistant' && (
        <Button size="compact-xs" variant="subtle" onClick={() => void restoreSummary(issue)}>
          Use automatic summary
        </Button>
      )}
    </Group>
  )
}

type WordsProps = { title: string; issueId: string; said: IssueDetail['quotes'] }

function Words({ title, issueId, said }: WordsProps) {
  if (said.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={3} size="xs" c="dimmed" fw={600}>
        {title}
      </Title>
      {said.map(({ observation_id, text }) => (
        <Quote key={observation_id} issueId={issueId} observationId={observation_id} text={text} />
      ))}
    </Stack>
  )
}

type QuoteProps = { issueId: string; observationId: string; text: string }

/** Links to the quoted observation. */
function Quote({ issueId, observationId, text }: QuoteProps) {
  const projectId = useProjectId()
  return (
    <Blockquote className={classes.quote} p={0}>
      <Link
        to="/p/$projectId/issues/$issueId"
        params={{ projectId, issueId }}
        search={{ observation: observationId }}
        dir="auto"
        resetScroll={false}
        className={classes.quoteLink}
      >
        “{text}”
      </Link>
    </Blockquote>
  )
}
