// Links within the console in the style of the library's components, with addresses checked by the router.
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

/** The component's own properties and those of links. */
export type LinkTo<Own> = Own & Omit<ComponentProps<'a'>, keyof Own>

export const TextLink = createLink((props: LinkTo<AnchorProps>) => <Anchor {...props} />)
export const ButtonLink = createLink((props: LinkTo<ButtonProps>) => <Button component="a" {...props} />)
export const MenuLink = createLink((props: LinkTo<MenuItemProps>) => <Menu.Item component="a" {...props} />)
/** Unstyled, for rows and cards that link as a whole. */
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
