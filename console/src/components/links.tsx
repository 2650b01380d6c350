// Links to pages of the console that look like the library's components. The router checks where they lead, as with its own.
import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  UnstyledButton,
  type UnstyledButtonProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { IconArrowLeft } from '../icons/tabler.ts'
import classes from './links.module.css'

/** What the component takes itself, and what any link takes. */
export type LinkTo<Own> = Own & Omit<ComponentProps<'a'>, keyof Own>

export const TextLink = createLink((props: LinkTo<AnchorProps>) => <Anchor {...props} />)
export const ButtonLink = createLink((props: LinkTo<ButtonProps>) => <Button component="a" {...props} />)
export const MenuLink = createLink((props: LinkTo<MenuItemProps>) => <Menu.Item component="a" {...props} />)
/** Without a look of its own: a row or a card that leads on as a whole. */
export const PlainLink = createLink((props: LinkTo<UnstyledButtonProps>) => (
  <UnstyledButton component="a" {...props} />
))

/** The way back to the list that a page belongs to. */
export const BackLink = createLink(({ children, ...others }: LinkTo<AnchorProps>) => (
  <Anchor size="sm" c="dimmed" className={classes.back} {...others}>
    <IconArrowLeft size={15} aria-hidden />
    {children}
  </Anchor>
))
