// All addresses of the console. Pages are loaded on first use.
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
import { searchOf, setFilters } from './filters.ts'
import { SEARCH } from './search-parameters.ts'
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

function page<Path extends string, Name extends string, const Parameter extends string = never>(
  path: Path,
  load: () => Promise<File<Name>>,
  name: Name,
  parameters: readonly Parameter[] = [],
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: searchOf(parameters),
    component: lazyRouteComponent(load, name),
  })
}

const accounts = [
  page('/sign-in', () => import('./pages/accounts/sign-in-page.tsx'), 'SignInPage', SEARCH.signIn),
  page('/setup', () => import('./pages/accounts/setup-page.tsx'), 'SetupPage'),
  page('/invite', () => import('./pages/accounts/invite-page.tsx'), 'InvitePage'),
  page('/reset', () => import('./pages/accounts/reset-page.tsx'), 'ResetPage'),
  // An app's request stays in the address unchanged.
  createRoute({
    getParentRoute: () => root,
    path: '/consent',
    component: lazyRouteComponent(() => import('./pages/accounts/consent/consent-page.tsx'), 'ConsentPage'),
  }),
  page('/account', () => import('./pages/accounts/account-page.tsx'), 'AccountPage'),
]

const project = createRoute({
  getParentRoute: () => root,
  path: '/p/$projectId',
  component: ProjectShell,
  beforeLoad: ({ params }) => rememberProject(params.projectId),
})

function inProject<Path extends string, Name extends string, const Parameter extends string = never>(
  path: Path,
  load: () => Promise<File<Name>>,
  name: Name,
  parameters: readonly Parameter[] = [],
) {
  return createRoute({
    getParentRoute: () => project,
    path,
    validateSearch: searchOf(parameters),
    component: lazyRouteComponent(load, name),
  })
}

const projectPages = [
  inProject('/', () => import('./pages/overview/overview-page.tsx'), 'OverviewPage', SEARCH.overview),
  inProject('/issues', () => import('./pages/issues/list/issues-page.tsx'), 'IssuesPage', SEARCH.issues),
  inProject(
    '/issues/$issueId',
    () => import('./pages/issues/detail/issue-page.tsx'),
    'IssuePage',
    SEARCH.issue,
  ),
  inProject('/review', () => import('./pages/issues/review/review-page.tsx'), 'ReviewPage'),
  inProject(
    '/observations',
    () => import('./pages/observations/observations-page.tsx'),
    'ObservationsPage',
    SEARCH.observations,
  ),
  inProject('/users', () => import('./pages/users/users-page.tsx'), 'UsersPage', SEARCH.users),
  inProject('/users/$userId', () => import('./pages/users/user-page.tsx'), 'UserPage', SEARCH.user),
  inProject(
    '/studies',
    () => import('./pages/research/list/studies-page.tsx'),
    'StudiesPage',
    SEARCH.studies,
  ),
  inProject(
    '/studies/new',
    () => import('./pages/research/edit/new-study-page.tsx'),
    'NewStudyPage',
    SEARCH.newStudy,
  ),
  inProject(
    '/studies/$studyId',
    () => import('./pages/research/detail/study-page.tsx'),
    'StudyPage',
    SEARCH.study,
  ),
  inProject(
    '/guidelines',
    () => import('./pages/guidelines/guidelines-page.tsx'),
    'GuidelinesPage',
    SEARCH.guidelines,
  ),
  inProject(
    '/settings/connect',
    () => import('./pages/connect/connect-page.tsx'),
    'ConnectPage',
    SEARCH.connect,
  ),
  inProject('/settings/keys', () => import('./pages/projects/keys/keys-page.tsx'), 'KeysPage'),
  inProject('/settings/tags', () => import('./pages/tags/tags-page.tsx'), 'TagsPage', SEARCH.tags),
  inProject('/settings/members', () => import('./pages/projects/members-page.tsx'), 'MembersPage'),
  inProject('/settings/privacy', () => import('./pages/privacy/privacy-page.tsx'), 'PrivacyPage'),
  inProject(
    '/settings/integrations',
    () => import('./pages/integrations/integrations-page.tsx'),
    'IntegrationsPage',
  ),
  inProject('/settings/import', () => import('./pages/imports/import-page.tsx'), 'ImportPage'),
  inProject('/settings/audit', () => import('./pages/audit/audit-page.tsx'), 'AuditPage', SEARCH.audit),
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
    // Most pages load faster and need no placeholder.
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 300,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
  })
}

/** Inside the router, because notices contain links. */
function WithNotices({ children }: { children: ReactNode }) {
  return (
    <>
      <Notifications position="bottom-center" limit={4} />
      {children}
    </>
  )
}

function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams(setFilters(search)).toString()
  return text === '' ? '' : `?${text}`
}

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the one of the library
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
