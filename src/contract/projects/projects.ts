// Projects in the admin API.
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
      "The address of an interaction's conversation in your own tool, with `{interaction_id}` in its path or query.",
    examples: ['https://chat.example.com/threads/{interaction_id}'],
  }),
)

const timeZone = Text(LIMITS.nameLength, {
  description: "The team's time zone, such as Europe/Paris, which schedules digests.",
  examples: ['Europe/Paris'],
})

const ticketTemplate = Nullable(
  Text(LIMITS.ticketTemplateLength, {
    description:
      "The address of your tracker's form for a new ticket, with the placeholders {title}, {body}, {number}, {url}, {kind} and {severity} for those of an issue. null: none.",
    examples: ['https://github.com/acme/ledger/issues/new?title={title}&body={body}'],
  }),
)

const restDays = Nullable(
  WholeNumber({
    minimum: 1,
    maximum: LIMITS.restDays,
    description:
      'The rest period: for this many days after an answer, a user is given no other study. null: none.',
  }),
)

export const Project = ObjectOf({
  id: Uuid(),
  name: AnyText(),
  about,
  role: OneOf(ROLES, { description: "The caller's role in it." }),
  mcp_url: AnyText({ description: "The project's MCP endpoint, for agents." }),
  team_url: AnyText({ description: "The project's MCP endpoint for the assistants of its members." }),
  rest_url: AnyText({ description: "The base address of the project's REST interface." }),
  share_known_issues: shareKnownIssues,
  interaction_url: interactionUrl,
  time_zone: timeZone,
  ticket_template: ticketTemplate,
  rest_days: restDays,
  sample_of: Nullable(Uuid({ description: 'Set on a sample project: the project of its team.' })),
  created_at: DateTime(),
})
export type Project = Infer<typeof Project>

export const ProjectDetail = ObjectOf({
  ...Project.fields,
  sample: Nullable({
    ...SampleFacts,
    description: "The team's sample project; the project itself if it is one.",
  }) as Schema<SampleFacts | null>,
  test_observations: WholeNumber({ description: 'Not included in any other list or count.' }),
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
    description: "The project's name, as confirmation: deleting cannot be undone.",
    examples: ['Ledger app'],
  }),
})
