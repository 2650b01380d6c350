// Projects as the admin API shows and changes them.
import { ROLES } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import { SampleFacts } from '../sample/samples.ts'
import {
  AnyText,
  AsRead,
  DateTime,
  type Infer,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  type Schema,
  Text,
  Uuid,
  WholeNumber,
  YesOrNo,
} from '../schema.ts'

const name = Text(LIMITS.nameLength, { examples: ['Ledger app'] })

const about = Nullable(
  Text(LIMITS.aboutLength, {
    description:
      'One line about the product. Agents read it with the name, in the default guidelines and in the MCP instructions.',
    examples: ['An invoicing app for freelancers and small businesses.'],
  }),
)

const shareKnownIssues = YesOrNo({
  description:
    'Whether the guidelines tell agents which issues the team knows: their numbers, titles that a person wrote or accepted, and whether they are fixed.',
})

const interactionUrl = Nullable(
  Text(LIMITS.linkTemplateLength, {
    description:
      'Where the conversation behind an interaction is read, in a tool of your own: an address with `{interaction_id}` in its path or query.',
    examples: ['https://chat.example.com/threads/{interaction_id}'],
  }),
)

const timeZone = Text(LIMITS.nameLength, {
  description: "The team's own clock, such as Europe/Paris: digests go by it.",
  examples: ['Europe/Paris'],
})

const ticketTemplate = Nullable(
  Text(LIMITS.ticketTemplateLength, {
    description:
      "The address of your tracker's own form for a new ticket, with {title}, {body}, {number}, {url}, {kind} and {severity} where those of an issue go. null: none.",
    examples: ['https://github.com/acme/ledger/issues/new?title={title}&body={body}'],
  }),
)

const restDays = Nullable(
  WholeNumber({
    minimum: 1,
    maximum: LIMITS.restDays,
    description:
      'The rest period: for so many days after an answer, a user is given no other study. null: none.',
  }),
)

export const Project = ObjectOf({
  id: Uuid(),
  name: AnyText(),
  about,
  role: OneOf(ROLES, { description: 'What the caller may do in it.' }),
  mcp_url: AnyText({ description: "The project's MCP endpoint, for agents." }),
  team_url: AnyText({ description: "The project's MCP endpoint for the assistants of its members." }),
  rest_url: AnyText({ description: "The beginning of every address of the project's REST interface." }),
  share_known_issues: shareKnownIssues,
  interaction_url: interactionUrl,
  time_zone: timeZone,
  ticket_template: ticketTemplate,
  rest_days: restDays,
  sample_of: Nullable(
    Uuid({ description: 'Set on a sample project: the project whose team looks around in it.' }),
  ),
  created_at: DateTime(),
})
export type Project = Infer<typeof Project>

export const ProjectDetail = ObjectOf({
  ...Project.fields,
  sample: Nullable({
    ...SampleFacts,
    description: 'The sample project that its team has, or that it is itself.',
  }) as Schema<SampleFacts | null>,
  test_observations: WholeNumber({ description: 'In no list and no count but this one.' }),
})
export type ProjectDetail = Infer<typeof ProjectDetail>

export const ProjectCreate = ObjectOf({ name })

export const ProjectUpdate = ObjectOf({
  name: Optional(name),
  expected_name: AsRead('name', 'project'),
  about: Optional(about),
  share_known_issues: Optional(shareKnownIssues),
  interaction_url: Optional(interactionUrl),
  time_zone: Optional(timeZone),
  ticket_template: Optional(ticketTemplate),
  rest_days: Optional(restDays),
})

export const ProjectDelete = ObjectOf({
  name: AnyText({
    description: "The project's name, once more: nothing brings it back.",
    examples: ['Ledger app'],
  }),
})
