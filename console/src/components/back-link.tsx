// The way back to the list that a page belongs to.
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Filters } from '../filters.ts'
import { IconArrowLeft } from '../icons/tabler.ts'
import classes from './back-link.module.css'

type BackLinkProps = { to: string; search?: Filters; children: string }

export function BackLink({ to, search = {}, children }: BackLinkProps) {
  return (
    <Anchor component={Link} to={to} search={search as never} size="sm" c="dimmed" className={classes.back}>
      <IconArrowLeft size={15} aria-hidden />
      {children}
    </Anchor>
  )
}
