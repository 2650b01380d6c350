// What things are called in the client: calls by rule from method and path, and types that the document has no name for.
import { isPage, type Schema } from './type-text.ts'

type Named = { operationId: string; method: string; path: string; answer: Schema | undefined; lists: boolean }

/** Where the rule gives a name that nobody would look for. */
const EXCEPTIONS: Record<string, string> = {
  mark_issue_seen: 'issues.markSeen',
  change_issues: 'issues.updateMany',
  send_test_observation: 'testObservations.create',
  remove_test_observations: 'testObservations.delete',
  rematch_tag: 'tags.rematch.start',
}

const VERBS: Record<string, string> = {
  GET: 'get',
  POST: 'create',
  PATCH: 'update',
  PUT: 'update',
  DELETE: 'delete',
}

/**
 * `/studies/{study_id}/answers` is `studies.answers`: parameters leave no trace. A path that has several methods, other
 * paths below it, a list as its answer or a parameter at its end is a thing, and the method says what is done with it:
 * `list` or `get`, `create`, `update`, `delete`. Any other path ends with a verb of its own: `issues.merge`.
 */
export function callNames(calls: Named[]): Map<string, string> {
  const names = new Map(
    calls.map((call) => [call.operationId, EXCEPTIONS[call.operationId] ?? ruledName(call, calls)]),
  )
  const taken = [...names.values()]
  const twice = taken.filter((name, at) => taken.indexOf(name) < at)
  if (twice.length > 0) throw new Error(`several calls are named ${twice}: name all but one in EXCEPTIONS`)
  return names
}

function ruledName({ method, path, lists }: Named, calls: Named[]): string {
  const place = path.replace(/^\/api(\/projects\/\{project_id\})?/, '')
  const words = place.split('/').filter((part) => part !== '' && !part.startsWith('{'))
  const others = calls.filter((other) => `${other.path}/`.startsWith(`${path}/`))
  const isThing = others.length > 1 || lists || path.endsWith('}')
  const verb = lists ? 'list' : VERBS[method]
  return [...words, ...(isThing ? [verb ?? ''] : [])].map(camelCase).join('.')
}

const camelCase = (text: string): string =>
  text.replaceAll(/[-_.](\w)/g, (_, letter: string) => letter.toUpperCase())

/** How the agent's half names what the service knows by other words; the rest is in camel case. */
const OWN_WORDS: Record<string, string> = {
  user_id: 'user',
  interaction_id: 'conversation',
  user_sentiment: 'sentiment',
}

export const ownName = (name: string): string => OWN_WORDS[name] ?? camelCase(name)

/** What the calls answer; of a list, its items. */
const ANSWERS: Record<string, string> = {
  Theme: 'list_themes',
  NoteSettings: 'get_note_settings',
  Total: 'total_users',
  User: 'list_users',
  UserDetail: 'get_user',
  UserAnswer: 'list_user_answers',
  PossibleDuplicate: 'list_duplicates',
  Comment: 'list_comments',
  Target: 'list_targets',
  Webhook: 'list_webhooks',
  Message: 'list_messages',
  Privacy: 'get_privacy',
}

/** Closed sets of words, each by a property that has it. */
const WORDS: Record<string, [type: string, property: string]> = {
  Sentiment: ['Observation', 'user_sentiment'],
  Source: ['Observation', 'source'],
  IssueStatus: ['Issue', 'status'],
  IssueKind: ['Issue', 'kind'],
  Severity: ['Issue', 'severity'],
  StudyState: ['Study', 'state'],
  Role: ['Member', 'role'],
  EventType: ['Target', 'events'],
}

/** Schemas without a name in the document, by the names that they have here. */
export function namedSchemas(components: Record<string, Schema>, calls: Named[]): Record<string, Schema> {
  const answers = Object.entries(ANSWERS).map(([name, operationId]) => {
    const answer = calls.find((call) => call.operationId === operationId)?.answer
    return [name, answer && isPage(answer) ? answer.properties?.items?.items : answer] as const
  })
  const known = { ...components, ...Object.fromEntries(answers) }
  const words = Object.entries(WORDS).map(([name, [type, property]]) => {
    const schema = known[type]?.properties?.[property]
    const words = (schema?.items ?? schema)?.enum?.filter((word) => word !== null)
    return [name, words && { enum: words }] as const
  })
  const named = [...words, ...answers].map(([name, schema]) => {
    if (!schema || '$ref' in schema || components[name])
      throw new Error(`${name} is not there, or has a name already`)
    return [name, schema]
  })
  return Object.fromEntries(named)
}
