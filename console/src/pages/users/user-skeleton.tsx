// A placeholder in the shape of the user page.
import { Skeleton } from '@mantine/core'
import classes from './user-page.module.css'

export function UserSkeleton() {
  return (
    <div className={classes.layout} role="status" aria-label="Loading">
      <Skeleton height={318} radius="lg" />
      <Skeleton height={228} radius="lg" className={classes.side} />
      <Skeleton height={420} radius="lg" />
    </div>
  )
}
