// One user in the list.
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { EndUser } from '../../../../src/contract/users/users.ts'
import { Ago } from '../../components/time.tsx'
import { formatNumber } from '../../format.ts'
import { useProjectId } from '../../session/project.ts'
import classes from './users.module.css'

/** Shown only with columns; on a phone, each figure has its own label. */
export function UserRowHead() {
  return (
    <div className={classes.head} aria-hidden>
      <span>User</span>
      <span>Observations</span>
      <span>Answers</span>
      <span>First seen</span>
      <span>Last seen</span>
    </div>
  )
}

export function UserRow({ user, current }: { user: EndUser; current: boolean }) {
  const projectId = useProjectId()
  return (
    <div className={`fn-row ${classes.row}`} data-current={current || undefined}>
      <Link
        to="/p/$projectId/users/$userId"
        params={{ projectId, userId: user.user_id }}
        className={classes.user}
      >
        {user.user_id}
      </Link>
      <Count count={user.observation_count} unit="observation" />
      <Count count={user.answer_count} unit="answer" />
      <Figure before="first seen">{user.first_seen ? <Ago at={user.first_seen} /> : '–'}</Figure>
      <Figure before="last seen">{user.last_seen ? <Ago at={user.last_seen} /> : '–'}</Figure>
    </div>
  )
}

function Count({ count, unit }: { count: number; unit: string }) {
  return <Figure after={count === 1 ? unit : `${unit}s`}>{formatNumber(count)}</Figure>
}

type FigureProps = { before?: string; after?: string; children: React.ReactNode }

function Figure({ before, after, children }: FigureProps) {
  return (
    <Text size="sm" className={classes.figure} component="span">
      {before && <span className={classes.name}>{before} </span>}
      {children}
      {after && <span className={classes.name}> {after}</span>}
    </Text>
  )
}
