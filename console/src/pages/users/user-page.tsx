// One end user: sentiment over time, observations, answers, and erasing them.
import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import type { EndUserDetail } from '../../../../src/contract/users/users.ts'
import { ApiError, projectPath } from '../../api.ts'
import { BackLink } from '../../components/back-link.tsx'
import { usePeriod } from '../../components/charts/period-picker.tsx'
import { ObservationFeed } from '../../components/observations/feed/observation-feed.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { IconDownload } from '../../icons/tabler.ts'
import { useResource } from '../../queries.ts'
import { useMay, useProjectId } from '../../session/project.ts'
import { EraseUser } from './erase-user.tsx'
import { UserAnswers } from './user-answers.tsx'
import classes from './user-page.module.css'
import { UserSkeleton } from './user-skeleton.tsx'
import { UserFacts, UserIssues, UserOverTime } from './user-summary.tsx'

export function UserPage() {
  const { userId = '' } = useParams({ strict: false })
  const projectId = useProjectId()
  const user = useResource(['users', userId], { days: usePeriod() })
  const mayErase = useMay('owner')
  const [erasing, eraser] = useDisclosure(false)
  // While another period loads, this user's data stays on the page; another user's does not.
  const known = user.data?.user_id === userId ? user.data : undefined
  const isUnknown = user.error instanceof ApiError && user.error.status === 404
  return (
    <Page
      title={userId}
      above={
        <BackLink to="/p/$projectId/users" params={{ projectId }}>
          Users
        </BackLink>
      }
      actions={
        known &&
        !isUnknown && (
          <>
            <Button
              component="a"
              href={projectPath(projectId, 'users', userId, 'export.json')}
              download
              variant="default"
              leftSection={<IconDownload size={16} />}
            >
              Export
            </Button>
            {mayErase && (
              <Button variant="default" c="var(--fn-bad)" onClick={eraser.open}>
                Erase…
              </Button>
            )}
          </>
        )
      }
    >
      {isUnknown ? (
        <Empty title="No data about this user">
          No agent has written about this user ID, or the user was erased. User IDs are case-sensitive.
        </Empty>
      ) : (
        <Loaded of={{ ...user, data: known }} loading={<UserSkeleton />}>
          {(user) => <Known user={user} />}
        </Loaded>
      )}
      <EraseUser key={userId} userId={userId} known={known} opened={erasing} onClose={eraser.close} />
    </Page>
  )
}

function Known({ user }: { user: EndUserDetail }) {
  return (
    <div className={classes.layout} data-answers={user.answer_count > 0 || undefined}>
      <UserOverTime user={user} />
      <Stack className={classes.side}>
        <UserFacts user={user} />
        {user.issues.length > 0 && <UserIssues issues={user.issues} />}
      </Stack>
      {user.answer_count > 0 && <UserAnswers user={user} />}
      <Panel title="Observations" flush>
        <ObservationFeed
          key={user.user_id}
          query={{ user_id: user.user_id }}
          label="Observations about this user"
          without="user"
          empty={<Empty title="No observations">This user has only answered studies.</Empty>}
        />
      </Panel>
    </div>
  )
}
