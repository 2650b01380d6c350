// The account, appearance, and signing out.
import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { api } from '../api.ts'
import { ColorSchemeChoice } from '../components/color-scheme.tsx'
import { MenuLink } from '../components/links.tsx'
import { IconBook, IconLogout, IconUser } from '../icons/tabler.ts'
import { useSession } from '../session/session.ts'
import classes from './project-switch.module.css'

export async function signOut(): Promise<void> {
  await api.post('/api/auth/sign-out')
  sessionStorage.clear() // drafts and the inbox's filters must not be seen by the next person
  window.location.assign('/sign-in') // a full page load, so that nothing of this account stays in memory
}

export function AccountMenu() {
  const account = useSession().data?.account
  if (!account) return null
  return (
    <Menu width={236} position="top-start" closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <Avatar name={account.name} color="moss" size={26} aria-hidden />
          <Text size="sm" truncate flex={1}>
            <VisuallyHidden>Account: </VisuallyHidden>
            {account.name}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{account.email}</Menu.Label>
        <ColorSchemeChoice fullWidth size="xs" m={4} />
        <Menu.Divider />
        <MenuLink to="/account" leftSection={<IconUser size={14} />}>
          Account and access tokens
        </MenuLink>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook size={14} />}>
          Documentation
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={14} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
