// The way back to the list that a page belongs to.
import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './back-link.module.css'

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} size="sm" c="dimmed" className={classes.back}>
      <IconArrowLeft size={15} aria-hidden />
      {children}
    </Anchor>
  )
}
