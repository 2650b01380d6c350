// Whether agents see which issues the team knows, what exactly they see, and who has read it.
import { Box, Button, Collapse, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { GuidelinesDetail } from '../../../../src/contract/guidelines/guidelines.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath } from '../../api.ts'
import { Markdown } from '../../components/guidelines/markdown.tsx'
import { TextLink } from '../../components/links.tsx'
import { sayFailed } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { Ago } from '../../components/time.tsx'
import { plural } from '../../format.ts'
import { useChange } from '../../queries.ts'
import { useMay, useProjectId } from '../../session/project.ts'
import classes from './guidelines.module.css'

type KnownIssues = GuidelinesDetail['known_issues']

export function KnownIssuesPanel({ known }: { known: KnownIssues }) {
  return (
    <Panel
      title="Known issues"
      about="Agents can use your names for issues, report them by number, and tell users that an issue is known or fixed."
    >
      <Stack gap="sm">
        <ShareSwitch shared={known.shared} />
        <Text size="sm">
          Only issues that your team has named, acknowledged, planned, or resolved are shared, by number and
          title. Agents keep seeing the title you accepted, even if the digest rewords it later. At most{' '}
          {LIMITS.knownIssues} issues are listed, most recently seen first, and resolved ones for{' '}
          {LIMITS.knownIssueDays} days. Nothing else users said is shared.
        </Text>
        <What known={known} />
        {known.shared && <Readers known={known} />}
      </Stack>
    </Panel>
  )
}

function ShareSwitch({ shared }: { shared: boolean }) {
  const isOwner = useMay('owner')
  const change = useChange((share_known_issues: boolean, projectId) =>
    api.patch(projectPath(projectId), { share_known_issues }),
  )
  return (
    <Switch
      label="Share known issues with agents"
      description={isOwner ? undefined : 'Only project owners can change this.'}
      checked={change.isPending ? change.variables : shared}
      disabled={!isOwner || change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked, { onError: sayFailed })}
    />
  )
}

function What({ known: { text, items, shared } }: { known: KnownIssues }) {
  const projectId = useProjectId()
  const [opened, { toggle }] = useDisclosure(false)
  if (text === null)
    return (
      <Text size="sm" c="dimmed">
        No issues have been named or acknowledged yet.{' '}
        <TextLink to="/p/$projectId/issues" params={{ projectId }} underline="always" size="sm">
          Open issues
        </TextLink>
      </Text>
    )
  return (
    <Box>
      <Button size="compact-sm" variant="subtle" color="gray" ml={-8} onClick={toggle} aria-expanded={opened}>
        {opened ? 'Hide' : 'Show'} what agents {shared ? 'read' : 'would read'} (
        {plural(items.length, 'issue')})
      </Button>
      <Collapse expanded={opened}>
        <Box className={classes.reading} mt="xs">
          <Markdown text={text} />
        </Box>
      </Collapse>
    </Box>
  )
}

/** Lists change often, so older ones are summed up as read. */
function Readers({ known: { fetches, version } }: { known: KnownIssues }) {
  const current = fetches.find((fetch) => fetch.version === version)
  const [last] = fetches
  return (
    <Text size="sm" c="dimmed" component="div" className="fn-number">
      {current ? (
        <>
          This list (version {version}) was fetched {plural(current.fetches, 'time')} by{' '}
          {plural(current.agents, 'agent')}, last <Ago at={current.last_fetched_at} />.
        </>
      ) : (
        <>
          No agent has fetched this list yet.
          {last && (
            <>
              {' '}
              An earlier version was last fetched <Ago at={last.last_fetched_at} />.
            </>
          )}
        </>
      )}
    </Text>
  )
}
