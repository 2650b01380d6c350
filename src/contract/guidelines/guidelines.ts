// Guidelines: as agents read them, and as the team writes them, version by version.

import { ISSUE_STATUSES } from '../labels.ts'
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
  WholeNumber,
  YesOrNo,
} from '../schema.ts'

export const Guidelines = ObjectOf({
  observations: AnyText({ description: 'Markdown: when and how to post observations.' }),
  research: Optional(
    AnyText({
      description: 'Markdown: how to conduct studies and post answers. Absent while no study is active.',
    }),
  ),
})
export type Guidelines = Infer<typeof Guidelines>

const text = Nullable(
  Text(LIMITS.guidelineLength, {
    description: 'Markdown that replaces the default; null restores the default.',
  }),
)

export const GuidelinesUpdate = ObjectOf({
  observations: Optional(text),
  research: Optional(text),
})
export type GuidelinesUpdate = Infer<typeof GuidelinesUpdate>

const KnownIssues = ObjectOf(
  {
    shared: YesOrNo({ description: 'Whether agents are told: `share_known_issues` of the project.' }),
    version: Nullable(
      AnyText({ description: 'Another whenever the list says something else; null: it is empty.' }),
    ),
    items: ListOf(ObjectOf({ number: WholeNumber(), title: AnyText(), status: OneOf(ISSUE_STATUSES) }), {
      description: `Issues whose title a person wrote or accepted; the ${LIMITS.knownIssues} most recently seen, resolved ones for ${LIMITS.knownIssueDays} days.`,
    }),
    text: Nullable(AnyText({ description: 'What is appended to the text on observations, or would be.' })),
    fetches: ListOf(
      ObjectOf({
        version: AnyText(),
        agents: WholeNumber({ description: 'API keys and connected apps that fetched it.' }),
        fetches: WholeNumber(),
        last_fetched_at: DateTime(),
      }),
      { description: 'The most recently fetched list first.' },
    ),
  },
  { description: 'The issues that agents can see.' },
)

const Texts = ObjectOf({ observations: AnyText(), research: AnyText() })

export const GuidelinesDetail = ObjectOf({
  version: WholeNumber({ description: '0 until the texts are changed for the first time.' }),
  observations: Nullable(AnyText({ description: "The project's own text; null: the default." })),
  research: Nullable(AnyText()),
  updated_at: Nullable(DateTime()),
  updated_by: Nullable(AnyText({ description: 'Who wrote this version.' })),
  defaults: Texts,
  fetches: ListOf(
    ObjectOf({
      version: WholeNumber({ description: '0 for the defaults, before the first change.' }),
      agents: WholeNumber({ description: 'API keys and connected apps that fetched it.' }),
      fetches: WholeNumber(),
      last_fetched_at: DateTime(),
    }),
    { description: 'Which version agents read, newest first; exact to within a few seconds.' },
  ),
  known_issues: KnownIssues,
})
export type GuidelinesDetail = Infer<typeof GuidelinesDetail>

export const GuidelinesVersion = ObjectOf({
  version: WholeNumber(),
  observations: Nullable(AnyText()),
  research: Nullable(AnyText()),
  created_at: DateTime(),
  created_by: Nullable(AnyText({ description: 'Who wrote it; null when that was not recorded.' })),
})
export type GuidelinesVersion = Infer<typeof GuidelinesVersion>
