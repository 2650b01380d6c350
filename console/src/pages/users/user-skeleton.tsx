// The user page before it is read, in the shape that it will have.
import { Skeleton, Stack } from '@mantine/core'
import classes from './user-page.module.css'

export const UserSkeleton = () => (
  <Stack role="status" aria-label="Loading">
    <div className={classes.summary}>
      <Skeleton height={316} radius="lg" />
      <Skeleton height={316} radius="lg" />
    </div>
    <Skeleton height={420} radius="lg" />
  </Stack>
)
