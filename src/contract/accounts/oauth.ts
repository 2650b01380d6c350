// Applications that act for a member: their request, the member's decision, and the grant.

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
  description: "The application's request: the query of the consent page.",
})

const clientName = AnyText({ description: 'Its own name, which is not verified.' })
const clientHost = Nullable(
  AnyText({
    description:
      'The host that the application belongs to, if its own https address proves that; otherwise null.',
  }),
)

const ChoosableProject = ObjectOf({
  id: Uuid(),
  name: AnyText(),
  role: OneOf(ROLES),
  scopes: ListOf(scope, { description: 'Which of the requested scopes this role can grant.' }),
})

export const ConsentRequest = ObjectOf({ query })

export const ConsentShown = ObjectOf({
  client_name: clientName,
  client_host: clientHost,
  redirect_to: AnyText({
    description: 'Where the answer is sent: a host, or the scheme of a local application.',
  }),
  redirect_local: YesOrNo({ description: 'True when that is an application on this computer.' }),
  scopes: ListOf(scope, { description: 'The requested scopes.' }),
  project_id: Nullable(Uuid({ description: 'The requested project; null when the member chooses one.' })),
  projects: ListOf(ChoosableProject, {
    description: 'The requested project, or those to choose from.',
  }),
})
export type ConsentShown = Infer<typeof ConsentShown>

export const ConsentDecision = ObjectOf({
  query,
  accept: YesOrNo(),
  project_id: Optional(Uuid({ description: 'Required when the application requested no project.' })),
  scopes: Optional(
    ListOf(scope, { minItems: 1, description: 'Fewer than requested; default: all of them.' }),
  ),
})
export type ConsentDecision = Infer<typeof ConsentDecision>

export const ConsentAnswer = ObjectOf({
  redirect_to: AnyText({ description: 'The address to continue at, where the application waits.' }),
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
