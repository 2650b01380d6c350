// The pages of a project, in the order of a working day.
import { NavLink, Text } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import type { Total } from '../../../src/contract/pages.ts'
import {
  IconArrowMerge,
  IconBook2,
  IconBulb,
  IconChartHistogram,
  IconInbox,
  IconMessage2,
  IconSettings,
  IconUsers,
} from '../icons/tabler.ts'
import { useResource } from '../queries.ts'
import { useProjectId } from '../session/project.ts'
import classes from './project-shell.module.css'

export const PAGES = [
  { label: 'Overview', path: '', icon: IconChartHistogram },
  { label: 'Issues', path: '/issues', icon: IconInbox },
  { label: 'Review', path: '/review', icon: IconArrowMerge },
  { label: 'Observations', path: '/observations', icon: IconMessage2 },
  { label: 'Users', path: '/users', icon: IconUsers },
  { label: 'Studies', path: '/studies', icon: IconBulb },
  { label: 'Guidelines', path: '/guidelines', icon: IconBook2 },
]

export const SETTINGS = [
  { label: 'Connect', path: '/settings/connect' },
  { label: 'API keys', path: '/settings/keys' },
  { label: 'Tags', path: '/settings/tags' },
  { label: 'Members', path: '/settings/members' },
  { label: 'Privacy', path: '/settings/privacy' },
  { label: 'Integrations', path: '/settings/integrations' },
  { label: 'Import', path: '/settings/import' },
  { label: 'Audit log', path: '/settings/audit' },
  { label: 'Project', path: '/settings/project' },
]

export function Navigation() {
  const base = `/p/${useProjectId()}`
  const inSettings = useRouterState({ select: ({ location }) => location.pathname.includes('/settings/') })
  const toReview = useResource(['totals', 'duplicates']).data
  const link = (label: string, path: string, icon?: React.ReactNode) => (
    <NavLink
      key={path}
      component={Link}
      to={base + path}
      activeOptions={{ exact: path === '', includeSearch: false }}
      label={label}
      leftSection={icon}
      rightSection={path === '/review' && toReview && <Waiting total={toReview} />}
      className={classes.link}
    />
  )
  return (
    <>
      {PAGES.map(({ label, path, icon: Icon }) => link(label, path, <Icon size={18} stroke={1.6} />))}
      <NavLink
        component="button"
        label="Settings"
        leftSection={<IconSettings size={18} stroke={1.6} />}
        className={classes.link}
        defaultOpened={inSettings}
        childrenOffset={28}
      >
        {SETTINGS.map(({ label, path }) => link(label, path))}
      </NavLink>
    </>
  )
}

/** The number of possible duplicates. */
function Waiting({ total: { count, at_least } }: { total: Total }) {
  if (count === 0) return null
  const shown = `${count}${at_least ? '+' : ''}`
  return (
    <Text span size="xs" c="dimmed" aria-label={`${shown} to review`} className="fn-number">
      {shown}
    </Text>
  )
}
