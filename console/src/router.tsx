// Every address of the console on one page. Pages are loaded when they are first opened.
import { Notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { knownFilters } from './filters.ts'
import { lastProject, rememberProject } from './session/project.ts'
import { sessionQuery } from './session/session.ts'
import { SessionGate } from './session/session-gate.tsx'
import { PageFailed, PageLoading, PageMissing } from './shell/page-states.tsx'
import { ProjectShell } from './shell/project-shell.tsx'

type RouterContext = { queryClient: QueryClient }

type File<Name extends string> = Record<Name, () => ReactNode>

const root = createRootRouteWithContext<RouterContext>()({ component: SessionGate })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const { projects } = await context.queryClient.ensureQueryData(sessionQuery)
    const last =
      projects.find(({ id }) => id === lastProject()) ??
      projects.find(({ sample_of }) => sample_of === null) ??
      projects[0]
    if (last) throw redirect({ to: '/p/$projectId', params: { projectId: last.id } })
  },
  component: lazyRouteComponent(() => import('./pages/accounts/no-project-page.tsx'), 'NoProjectPage'),
})

function page<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<File<Name>>,
  name: Name,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: knownFilters,
    component: lazyRouteComponent(load, name),
  })
}

const accounts = [
  page('/sign-in', () => import('./pages/accounts/sign-in-page.tsx'), 'SignInPage'),
  page('/setup', () => import('./pages/accounts/setup-page.tsx'), 'SetupPage'),
  page('/invite', () => import('./pages/accounts/invite-page.tsx'), 'InvitePage'),
  page('/reset', () => import('./pages/accounts/reset-page.tsx'), 'ResetPage'),
  page('/consent', () => import('./pages/accounts/consent/consent-page.tsx'), 'ConsentPage'),
  page('/account', () => import('./pages/accounts/account-page.tsx'), 'AccountPage'),
]

const project = createRoute({
  getParentRoute: () => root,
  path: '/p/$projectId',
  component: ProjectShell,
  beforeLoad: ({ params }) => rememberProject(params.projectId),
})

function inProject<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<File<Name>>,
  name: Name,
) {
  return createRoute({
    getParentRoute: () => project,
    path,
    validateSearch: knownFilters,
    component: lazyRouteComponent(load, name),
  })
}

const projectPages = [
  inProject('/', () => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  inProject('/issues', () => import('./pages/issues/list/issues-page.tsx'), 'IssuesPage'),
  inProject('/issues/$issueId', () => import('./pages/issues/detail/issue-page.tsx'), 'IssuePage'),
  inProject('/review', () => import('./pages/issues/review/review-page.tsx'), 'ReviewPage'),
  inProject('/observations', () => import('./pages/observations/observations-page.tsx'), 'ObservationsPage'),
  inProject('/users', () => import('./pages/users/users-page.tsx'), 'UsersPage'),
  inProject('/users/$userId', () => import('./pages/users/user-page.tsx'), 'UserPage'),
  inProject('/studies', () => import('./pages/research/list/studies-page.tsx'), 'StudiesPage'),
  inProject('/studies/new', () => import('./pages/research/edit/new-study-page.tsx'), 'NewStudyPage'),
  inProject('/studies/$studyId', () => import('./pages/research/detail/study-page.tsx'), 'StudyPage'),
  inProject('/guidelines', () => import('./pages/guidelines/guidelines-page.tsx'), 'GuidelinesPage'),
  inProject('/settings/connect', () => import('./pages/connect/connect-page.tsx'), 'ConnectPage'),
  inProject('/settings/keys', () => import('./pages/projects/keys/keys-page.tsx'), 'KeysPage'),
  inProject('/settings/tags', () => import('./pages/tags/tags-page.tsx'), 'TagsPage'),
  inProject('/settings/members', () => import('./pages/projects/members-page.tsx'), 'MembersPage'),
  inProject('/settings/privacy', () => import('./pages/privacy/privacy-page.tsx'), 'PrivacyPage'),
  inProject(
    '/settings/integrations',
    () => import('./pages/integrations/integrations-page.tsx'),
    'IntegrationsPage',
  ),
  inProject('/settings/import', () => import('./pages/imports/import-page.tsx'), 'ImportPage'),
  inProject('/settings/audit', () => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
  inProject('/settings/project', () => import('./pages/projects/project-page.tsx'), 'ProjectPage'),
]

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([home, ...accounts, project.addChildren(projectPages)]),
    context: { queryClient },
    InnerWrap: WithNotices,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: PageMissing,
    defaultErrorComponent: PageFailed,
    // A page whose code is this late is announced; most are there sooner.
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 300,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
  })
}

/** Inside of the router, because notices have links. */
function WithNotices({ children }: { children: ReactNode }) {
  return (
    <>
      <Notifications position="bottom-center" limit={4} />
      {children}
    </>
  )
}

function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams(knownFilters(search) as Record<string, string>).toString()
  return text === '' ? '' : `?${text}`
}

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the one of the library
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
