// One end user: how they felt over time, what agents wrote about them, what they answered, and how to take it away.
import { Button, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import type { EndUser, EndUserDetail } from '../../../../src/contract/users/users.ts'
import { ApiError, projectPath } from '../../api.ts'
import { usePeriod } from '../../components/charts/period-picker.tsx'
import { BackLink } from '../../components/links.tsx'
import { ShowMore } from '../../components/lists/show-more.tsx'
import { ObservationFeed } from '../../components/observations/feed/observation-feed.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { AnswerBrief } from '../../components/research/answer-brief.tsx'
import { Empty, Failed, Loaded, Rows } from '../../components/states.tsx'
import { plural } from '../../format.ts'
import { IconDownload } from '../../icons/tabler.ts'
import { useList, useResource } from '../../queries.ts'
import { useMay, useProjectId } from '../../session/project.ts'
import { EraseUser } from './erase-user.tsx'
import classes from './user-page.module.css'
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

/** The user page before it is read, in the shape that it will have. */
function UserSkeleton() {
  return (
    <div className={classes.layout} role="status" aria-label="Loading">
      <Skeleton height={318} radius="lg" />
      <Skeleton height={228} radius="lg" className={classes.side} />
      <Skeleton height={420} radius="lg" />
    </div>
  )
}

const AT_A_TIME = 5

/** What a user answered to the questions of studies. */
function UserAnswers({ user }: { user: EndUser }) {
  const answers = useList(['users', user.user_id, 'answers'], { limit: AT_A_TIME })
  return (
    <Panel title="Answers" about={plural(user.answer_count, 'answer')}>
      {answers.isPending && !answers.error && <Rows count={2} height={64} />}
      {answers.items.map((answer) => (
        <AnswerBrief key={answer.id} answer={answer} />
      ))}
      {answers.error && <Failed error={answers.error} retry={() => void answers.refetch()} />}
      {!answers.error && <ShowMore of={answers} />}
    </Panel>
  )
}
