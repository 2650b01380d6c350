// What the command palette offers.
import '@mantine/spotlight/styles.layer.css'
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import {
  IconArrowRight,
  IconBulb,
  IconFolder,
  IconInbox,
  IconKey,
  IconLogout,
  IconMessage2,
  IconMoon,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Issue } from '../../../src/contract/issues/issues.ts'
import type { Study } from '../../../src/contract/research/studies.ts'
import type { Page } from '../api.ts'
import { useResource } from '../queries.ts'
import { useProjectId } from '../session/project.ts'
import { useSession } from '../session/session.ts'
import { signOut } from './account-menu.tsx'
import { PAGES, SETTINGS } from './navigation.tsx'

const [store, spotlight] = createSpotlight()

type Command = { id: string; label: string; description?: string; icon: typeof IconSearch; run: () => void }

function matches(query: string) {
  return (command: Command) =>
    `${command.label} ${command.description ?? ''}`.toLowerCase().includes(query.trim().toLowerCase())
}

export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [query, setQuery] = useState('')
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened])
  const pages = usePageCommands().filter(matches(query))
  const actions = useActionCommands(query).filter(
    (command) => command.id.startsWith('find') || matches(query)(command),
  )
  const found = useFound(query)
  const group = (label: string, commands: Command[]) =>
    commands.length > 0 && (
      <Spotlight.ActionsGroup label={label}>
        {commands.map(({ id, label, description, icon: Icon, run }) => (
          <Spotlight.Action
            key={id}
            label={label}
            description={description}
            leftSection={<Icon size={18} stroke={1.6} />}
            onClick={run}
          />
        ))}
      </Spotlight.ActionsGroup>
    )
  const shown = [...found, ...pages, ...actions].map(({ id }) => id).join()
  useFirstSelected(query, shown)
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search placeholder="Search or jump to…" leftSection={<IconSearch size={18} />} />
      <Spotlight.ActionsList>
        {group('Results', found)}
        {group('Go to', pages)}
        {group('Actions', actions)}
        {shown === '' && <Spotlight.Empty>No results</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** What is found comes later, above the rest: Enter takes the first all the same, unless the arrows chose another. */
function useFirstSelected(query: string, shown: string): void {
  useEffect(() => {
    const { selected, listId } = store.getState()
    if (query === '' || shown === '' || selected > 0) return
    // The library keeps its mark in the document, and has no other way to move it.
    const list = document.getElementById(listId)
    list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
    list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  }, [query, shown])
}

function usePageCommands(): Command[] {
  const base = `/p/${useProjectId()}`
  const navigate = useNavigate()
  const projects = useSession().data?.projects ?? []
  const goTo = (to: string) => () => void navigate({ to })
  return [
    ...PAGES.map(({ label, path, icon }) => ({ id: path, label, icon, run: goTo(base + path) })),
    ...SETTINGS.map(({ label, path }) => ({
      id: path,
      label,
      description: 'Settings',
      icon: IconArrowRight,
      run: goTo(base + path),
    })),
    ...projects
      .filter(({ id }) => `/p/${id}` !== base)
      .map(({ id, name }) => ({
        id,
        label: name,
        description: 'Switch project',
        icon: IconFolder,
        run: goTo(`/p/${id}`),
      })),
  ]
}

function useActionCommands(query: string): Command[] {
  const base = `/p/${useProjectId()}`
  const navigate = useNavigate()
  const { toggleColorScheme } = useMantineColorScheme()
  const text = query.trim()
  const search = (label: string, to: string, icon: typeof IconSearch): Command => ({
    id: `find ${to}`,
    label: `${label} “${text}”`,
    icon,
    run: () => void navigate({ to, search: { q: text } as never }),
  })
  return [
    ...(text === ''
      ? []
      : [
          search('Search observations for', `${base}/observations`, IconMessage2),
          search('Search issues for', `${base}/issues`, IconInbox),
          {
            id: 'find user',
            label: `Open user “${text}”`,
            icon: IconUser,
            run: () =>
              void navigate({
                to: '/p/$projectId/users/$userId',
                params: { projectId: base.slice(3), userId: text },
              }),
          },
        ]),
    {
      id: 'study',
      label: 'Create study',
      icon: IconBulb,
      run: () => void navigate({ to: `${base}/studies/new` }),
    },
    {
      id: 'key',
      label: 'Create API key',
      icon: IconKey,
      run: () => void navigate({ to: `${base}/settings/keys` }),
    },
    { id: 'scheme', label: 'Toggle dark mode', icon: IconMoon, run: toggleColorScheme },
    {
      id: 'account',
      label: 'Account and access tokens',
      icon: IconUser,
      run: () => void navigate({ to: '/account' }),
    },
    { id: 'out', label: 'Sign out', icon: IconLogout, run: () => void signOut() },
  ]
}

/** Issues and studies whose words match, from the server, a moment after typing stops. */
function useFound(query: string): Command[] {
  const [text] = useDebouncedValue(query.trim(), 200)
  const base = `/p/${useProjectId()}`
  const navigate = useNavigate()
  const enabled = text.length > 1
  const issues = useResource<Page<Issue>>(['issues'], { q: text, limit: 5 }, { enabled })
  const studies = useResource<Page<Study>>(['studies'], { limit: 50 }, { enabled })
  if (!enabled || issues.isPlaceholderData) return [] // what was found for other words must not be what Enter takes
  const asked = (studies.data?.items ?? []).filter(({ question }) =>
    question.toLowerCase().includes(text.toLowerCase()),
  )
  return [
    ...(issues.data?.items ?? []).map(({ id, number, title, status }) => ({
      id,
      label: title,
      description: `Issue #${number} · ${status}`,
      icon: IconInbox,
      run: () => void navigate({ to: `${base}/issues/${id}` }),
    })),
    ...asked.slice(0, 3).map(({ id, question, state }) => ({
      id,
      label: question,
      description: `Study · ${state}`,
      icon: IconBulb,
      run: () => void navigate({ to: `${base}/studies/${id}` }),
    })),
  ]
}
