// What a project's agents are asked to note, and the words in which they are told.
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

/** Of a project that never chose: everything, silently. */
export const NOTE_DEFAULTS: NoteChoices = { kinds: [...ISSUE_KINDS], topics: [], avoid: [], ask_first: false }

/** What is left out is as by default. */
export const NoteSettingsUpdate = ObjectOf(partial(settings))
export type NoteSettingsUpdate = Infer<typeof NoteSettingsUpdate>

export const NoteTexts = ObjectOf({
  section: Nullable(
    AnyText({ description: 'What is appended to the text on observations; null: nothing is asked for.' }),
  ),
  tool: AnyText({ description: 'The description of the tool `post_observations`.' }),
  instructions: AnyText({ description: 'What an MCP host shows to the model before any tool is called.' }),
})
export type NoteTexts = Infer<typeof NoteTexts>

export const NoteSettings = ObjectOf({ ...settings, texts: NoteTexts })
export type NoteSettings = Infer<typeof NoteSettings>
