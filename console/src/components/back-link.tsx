// A link back to the list that a page belongs to.
import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { IconArrowLeft } from '../icons/tabler.ts'
import classes from './back-link.module.css'
import type { LinkTo } from './links.tsx'

export const BackLink = createLink(({ children, ...others }: LinkTo<AnchorProps>) => (
  <Anchor size="sm" c="dimmed" className={classes.back} {...others}>
    <IconArrowLeft size={15} aria-hidden />
    {children}
  </Anchor>
))
