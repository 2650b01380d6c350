// Palette commands on every page of a project.
import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Command } from '../components/commands.ts'
import type { Icon } from '../icons/icon.tsx'
import {
  IconArrowRight,
  IconBulb,
  IconFolder,
  IconInbox,
  IconKey,
  IconLogout,
  IconMessage2,
  IconMoon,
  IconTag,
  IconUser,
  IconUserPlus,
} from '../icons/tabler.ts'
import { useMay, useProjectId } from '../session/project.ts'
import { useSession } from '../session/session.ts'
import { signOut } from './account-menu.tsx'
import { PAGES, SETTINGS } from './navigation.tsx'

function useGoTo() {
  const base = `/p/${useProjectId()}`
  const navigate = useNavigate()
  return (path: string, search = {}) =>
    () =>
      void navigate({ to: base + path, search })
}

export function usePageCommands(): Command[] {
  const goTo = useGoTo()
  const current = useProjectId()
  const navigate = useNavigate()
  const projects = useSession().data?.projects ?? []
  return [
    ...PAGES.map(({ label, path, icon }) => ({ id: `page${path}`, label, icon, run: goTo(path) })),
    ...SETTINGS.map(({ label, path }) => ({
      id: `page${path}`,
      label,
      description: 'Settings',
      icon: IconArrowRight,
      run: goTo(path),
    })),
    ...projects
      .filter(({ id }) => id !== current)
      .map(({ id, name }) => ({
        id,
        label: name,
        description: 'Switch project',
        icon: IconFolder,
        run: () => void navigate({ to: `/p/${id}` }),
      })),
  ]
}

const making = (thing: string): string[] => [`new ${thing}`, `add ${thing}`, `make ${thing}`]

export function useActionCommands(): Command[] {
  const goTo = useGoTo()
  const navigate = useNavigate()
  const mayEdit = useMay('editor')
  const mayOwn = useMay('owner')
  const { toggleColorScheme } = useMantineColorScheme()
  const create = (id: string, label: string, thing: string, icon: Icon, path: string): Command => ({
    id,
    label,
    words: making(thing),
    icon,
    run: goTo(path),
  })
  return [
    ...(mayEdit ? [create('study', 'Create study', 'study', IconBulb, '/studies/new')] : []),
    ...(mayEdit
      ? [{ ...create('tag', 'Create tag', 'tag', IconTag, ''), run: goTo('/settings/tags', { edit: 'new' }) }]
      : []),
    ...(mayOwn ? [create('key', 'Create API key', 'API key', IconKey, '/settings/keys')] : []),
    ...(mayOwn ? [create('invite', 'Invite member', 'member', IconUserPlus, '/settings/members')] : []),
    {
      id: 'scheme',
      label: 'Toggle dark mode',
      words: ['light mode', 'color scheme theme'],
      icon: IconMoon,
      run: toggleColorScheme,
    },
    {
      id: 'account',
      label: 'Account and access tokens',
      words: ['password', 'sessions'],
      icon: IconUser,
      run: () => void navigate({ to: '/account' }),
    },
    { id: 'out', label: 'Sign out', words: ['log out'], icon: IconLogout, run: () => void signOut() },
  ]
}

/** Searches for the typed text on each page. */
export function useSearchCommands(query: string): Command[] {
  const goTo = useGoTo()
  const q = query.trim()
  if (q === '') return []
  return [
    {
      id: 'find issues',
      label: `Search issues for “${q}”`,
      icon: IconInbox,
      run: goTo('/issues', { q, status: 'all' }),
    },
    {
      id: 'find observations',
      label: `Search observations for “${q}”`,
      icon: IconMessage2,
      run: goTo('/observations', { q }),
    },
    { id: 'find users', label: `Search users for “${q}”`, icon: IconUser, run: goTo('/users', { q }) },
  ]
}
