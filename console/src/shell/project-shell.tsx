// The frame of all project pages: navigation, project switch, command palette, live updates.
import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Kbd,
  ScrollArea,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SampleBanner } from '../components/sample/sample-banner.tsx'
import { IconSearch } from '../icons/tabler.ts'
import { LiveProject } from '../live/live-project.tsx'
import { useCurrentProject } from '../session/project.ts'
import { AccountMenu } from './account-menu.tsx'
import { CommandPalette, openPalette } from './command-palette.tsx'
import { Navigation } from './navigation.tsx'
import { PageMissing } from './page-states.tsx'
import classes from './project-shell.module.css'
import { ProjectSwitch } from './project-switch.tsx'

export function ProjectShell() {
  const [opened, { toggle, close }] = useDisclosure(false)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const project = useCurrentProject()
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving somewhere closes the phone's menu
  useEffect(close, [pathname])
  if (!project) return <PageMissing />
  return (
    <LiveProject>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <AppShell
        header={{ height: 56, collapsed: false }}
        navbar={{ width: 236, breakpoint: 'sm', collapsed: { mobile: !opened } }}
        layout="alt"
        padding={0}
      >
        <AppShell.Header hiddenFrom="sm" className={classes.header}>
          <Group h="100%" px="md" justify="space-between">
            <Burger opened={opened} onClick={toggle} size="sm" aria-label="Menu" />
            <Text fw={600} truncate>
              {project.name}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              onClick={openPalette}
              aria-label="Search and commands"
            >
              <IconSearch size={18} />
            </ActionIcon>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar} aria-label="Project">
          <AppShell.Section px="sm" pt="sm">
            <Group wrap="nowrap" gap="xs">
              <Burger opened={opened} onClick={toggle} size="sm" hiddenFrom="sm" aria-label="Close menu" />
              <ProjectSwitch />
            </Group>
            <Tooltip label="Search and commands" openDelay={600}>
              <UnstyledButton className={classes.search} onClick={openPalette}>
                <IconSearch size={15} />
                <Text size="sm" flex={1}>
                  Search
                </Text>
                <Kbd size="xs">{navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'} K</Kbd>
              </UnstyledButton>
            </Tooltip>
          </AppShell.Section>
          <AppShell.Section grow component={ScrollArea} px="sm" type="auto">
            <Navigation />
          </AppShell.Section>
          <AppShell.Section p="sm" className={classes.foot}>
            <AccountMenu />
          </AppShell.Section>
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
          <SampleBanner />
          <Outlet />
        </AppShell.Main>
      </AppShell>
      <CommandPalette />
    </LiveProject>
  )
}
