// What a project's agents are asked to note, and the text that says so.
import { ISSUE_KINDS } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import { AnyText, type Infer, ListOf, Nullable, ObjectOf, OneOf, partial, Text, YesOrNo } from '../schema.ts'

const topics = (description: string) =>
  ListOf(Text(LIMITS.noteTopicLength), { maxItems: LIMITS.noteTopics, description })

const settings = {
  kinds: ListOf(OneOf(ISSUE_KINDS), {
    minItems: 1,
    maxItems: ISSUE_KINDS.length,
    description: 'What agents should note. All of it by default.',
  }),
  topics: topics('What they should look out for, in a few words each.'),
  avoid: topics('What they should write nothing about, in a few words each.'),
  ask_first: YesOrNo({
    description: 'Whether they ask the user before the first note of a conversation. Not by default.',
  }),
}

const Choices = ObjectOf(settings)
export type NoteChoices = Infer<typeof Choices>

/** For a project that never chose: everything, without asking users. */
export const NOTE_DEFAULTS: NoteChoices = { kinds: [...ISSUE_KINDS], topics: [], avoid: [], ask_first: false }

/** Omitted settings have their defaults. */
export const NoteSettingsUpdate = ObjectOf(partial(settings))
export type NoteSettingsUpdate = Infer<typeof NoteSettingsUpdate>

export const NoteTexts = ObjectOf({
  section: Nullable(
    AnyText({ description: 'The text appended to the guidelines on observations; null for none.' }),
  ),
  tool: AnyText({ description: 'The description of the tool `post_observations`.' }),
  instructions: AnyText({
    description: 'The text that an MCP host shows to the model before any tool call.',
  }),
})
export type NoteTexts = Infer<typeof NoteTexts>

export const NoteSettings = ObjectOf({ ...settings, texts: NoteTexts })
export type NoteSettings = Infer<typeof NoteSettings>
