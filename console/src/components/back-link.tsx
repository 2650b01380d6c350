// The way back to the list that a page belongs to.

import type { Filters } from '../filters.ts'
import { IconArrowLeft } from '../icons/tabler.ts'
import classes from './back-link.module.css'
import { TextLink } from './links.tsx'

type BackLinkProps = { to: string; search?: Filters; children: string }

export function BackLink({ to, search = {}, children }: BackLinkProps) {
  return (
    <TextLink to={to} search={search} size="sm" c="dimmed" className={classes.back}>
      <IconArrowLeft size={15} aria-hidden />
      {children}
    </TextLink>
  )
}
