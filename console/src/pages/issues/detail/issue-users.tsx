// The users affected by the issue, most affected first.
import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { IssueUser } from '../../../../../src/contract/issues/issue-insight.ts'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { ShowMore } from '../../../components/lists/show-more.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Failed, Rows } from '../../../components/states.tsx'
import { formatNumber, plural } from '../../../format.ts'
import { useList } from '../../../queries.ts'
import { useProjectId } from '../../../session/project.ts'
import classes from './issue-users.module.css'

const AT_A_TIME = 8

export function IssueUsers({ issue }: { issue: Issue }) {
  const users = useList(['issues', issue.id, 'users'], { limit: AT_A_TIME })
  return (
    <Panel title="Affected users" about={plural(issue.user_count, 'user')}>
      {users.isPending && <Rows count={3} height={18} />}
      {users.error && <Failed error={users.error} retry={() => void users.refetch()} />}
      <Stack gap={2}>
        {users.items.map((user) => (
          <UserLine key={user.user_id} user={user} />
        ))}
      </Stack>
      <ShowMore of={users} />
    </Panel>
  )
}

function UserLine({ user: { user_id, observation_count } }: { user: IssueUser }) {
  const projectId = useProjectId()
  return (
    <Link
      to="/p/$projectId/users/$userId"
      params={{ projectId, userId: user_id }}
      className={classes.user}
      title={plural(observation_count, 'observation')}
    >
      <Text size="sm" truncate>
        {user_id}
      </Text>
      <Text size="xs" c="dimmed" className="fn-number">
        {formatNumber(observation_count)}
      </Text>
    </Link>
  )
}
