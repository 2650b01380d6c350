// What the issue is about, in a few sentences and in the words of those who met it.
import { Blockquote, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { Panel } from '../../../components/panel.tsx'
import { useProjectId } from '../../../session/project.ts'
import classes from './issue-summary.module.css'

export function IssueSummary({ issue }: { issue: Issue }) {
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
        {issue.quotes.map(({ observation_id, text }) => (
          <Quote key={observation_id} issueId={issue.id} observationId={observation_id} text={text} />
        ))}
      </Stack>
    </Panel>
  )
}

type QuoteProps = { issueId: string; observationId: string; text: string }

/** Leads to the observation that it is taken from. */
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
