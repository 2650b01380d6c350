// Where in the console the thing is that an answer speaks of.

export type Links = {
  overview(): string
  issue(id: string): string
  observation(id: string): string
  /** Those that the filters find. */
  observations(filters: Record<string, unknown>): string
  study(id: string): string
}

export function linksInto(baseUrl: string, projectId: string): Links {
  const project = `${baseUrl}/p/${projectId}`
  return {
    overview: () => project,
    issue: (id) => `${project}/issues/${id}`,
    observation: (id) => `${project}/observations?observation=${id}`,
    observations: (filters) => `${project}/observations${queryOf(filters)}`,
    study: (id) => `${project}/studies/${id}`,
  }
}

/** Several values of one filter stand in one parameter, separated by commas. */
function queryOf(filters: Record<string, unknown>): string {
  const set = Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)])
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}
