// Applications that act for a member: what they ask for, what the member decides, and what was allowed.

import { OAUTH_SCOPES, ROLES } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import {
  AnyText,
  DateTime,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  Text,
  Uuid,
  YesOrNo,
} from '../schema.ts'

const scope = OneOf(OAUTH_SCOPES)
const query = Text(LIMITS.oauthQueryLength, {
  description: 'What the application asks for: the query of the consent page.',
})

const clientName = AnyText({ description: 'What it calls itself; nobody has checked that.' })
const clientHost = Nullable(
  AnyText({ description: 'Whose application it is, where its own https address says so; otherwise null.' }),
)

const ChoosableProject = ObjectOf({
  id: Uuid(),
  name: AnyText(),
  role: OneOf(ROLES),
  scopes: ListOf(scope, { description: 'What this role can allow, of what is asked for.' }),
})

export const ConsentRequest = ObjectOf({ query })

export const ConsentShown = ObjectOf({
  client_name: clientName,
  client_host: clientHost,
  redirect_to: AnyText({
    description: 'Where the answer goes: a host, or the scheme of a local application.',
  }),
  redirect_local: YesOrNo({ description: 'True when that is an application on this computer.' }),
  scopes: ListOf(scope, { description: 'What it asks for.' }),
  project_id: Nullable(Uuid({ description: 'The project it asks for; null when the member chooses one.' })),
  projects: ListOf(ChoosableProject, {
    description: 'The project asked for, or those there are to choose from.',
  }),
})
export type ConsentShown = Infer<typeof ConsentShown>

export const ConsentDecision = ObjectOf({
  query,
  accept: YesOrNo(),
  project_id: Optional(Uuid({ description: 'Needed when the application asked for no project of its own.' })),
  scopes: Optional(
    ListOf(scope, { minItems: 1, description: 'Fewer than it asked for; default: all of it.' }),
  ),
})
export type ConsentDecision = Infer<typeof ConsentDecision>

export const ConsentAnswer = ObjectOf({
  redirect_to: AnyText({ description: 'The address to go to next: the application waits there.' }),
})
export type ConsentAnswer = Infer<typeof ConsentAnswer>

export const Grant = ObjectOf({
  id: Uuid(),
  client_name: clientName,
  client_host: clientHost,
  project_id: Uuid(),
  project_name: AnyText(),
  scopes: ListOf(scope),
  created_at: DateTime(),
  last_used_at: Nullable(DateTime()),
})
export type Grant = Infer<typeof Grant>
