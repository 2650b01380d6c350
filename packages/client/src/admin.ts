// Both halves: the agent's calls, and everything that the team does in the console, for scripts.
import { AgentCalls, type AgentOptions, agentOf } from './agent-calls.ts'
import { type Connection, connection, setting } from './connection.ts'
import type { ProjectCalls, ServiceCalls } from './generated/api.ts'
import { PROJECT_CALLS, SERVICE_CALLS } from './generated/team-calls.ts'
import { segment, teamCalls } from './team-calls.ts'
import { type Watch, watchProject } from './watch.ts'

export * from './client.ts'
export type { WatchEvent } from './watch.ts'

export type FieldnoteOptions = AgentOptions & {
  /** A personal access token (`fnp_…`), or the service's admin token. `FIELDNOTE_TOKEN` unless set. */
  token?: string | undefined
}

export type TeamProject = ProjectCalls & { watch: Watch }

/** Needs a token; the key of a project only for the agent's calls. */
export class Fieldnote extends AgentCalls {
  readonly projects: ServiceCalls['projects']
  readonly accounts: ServiceCalls['accounts']
  readonly #service: Connection
  readonly #projectId: string | undefined

  constructor(options: FieldnoteOptions = {}) {
    super(() => agentOf(options))
    this.#service = connection(options, `Bearer ${setting(options.token, 'token', 'FIELDNOTE_TOKEN')}`)
    this.#projectId = options.projectId
    const { projects, accounts } = teamCalls<ServiceCalls>(this.#service, '', SERVICE_CALLS)
    this.projects = projects
    this.accounts = accounts
  }

  /** The calls of one project; unless named, that of the options or of `FIELDNOTE_PROJECT_ID`. */
  project(id = setting(this.#projectId, 'projectId', 'FIELDNOTE_PROJECT_ID')): TeamProject {
    const path = `/api/projects/${segment('project id', id)}`
    const calls = teamCalls<ProjectCalls>(this.#service, path, PROJECT_CALLS)
    return { ...calls, watch: watchProject(this.#service, `${path}/events`) }
  }
}
