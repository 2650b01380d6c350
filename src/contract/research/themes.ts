// Themes: what several answers to a study have in common, found by the digest and put right by people.
import { SentimentCounts } from '../counts.ts'
import { TITLE_MAKERS } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import { PageOf, PageQuery } from '../pages.ts'
import {
  AnyText,
  AsRead,
  DateTime,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  Text,
  Uuid,
  WholeNumber,
} from '../schema.ts'

const title = Text(LIMITS.themeTitleLength, { examples: ['The accountant needs a file'] })

const MergedTheme = ObjectOf({
  id: Uuid(),
  title: Nullable(AnyText({ description: 'Null: its words went with an answer that was removed.' })),
  answer_count: WholeNumber({ description: 'When it was merged.' }),
  merged_at: DateTime(),
})
export type MergedTheme = Infer<typeof MergedTheme>

export const Theme = ObjectOf({
  id: Uuid(),
  title: AnyText({ description: 'In the words of an answer, until a person gives it another.' }),
  title_by: OneOf(TITLE_MAKERS),
  answer_count: WholeNumber(),
  sentiment_counts: SentimentCounts,
  quotes: ListOf(ObjectOf({ answer_id: Uuid(), text: AnyText() }), {
    description: 'Two or three of its answers, the most telling first.',
  }),
  merged: ListOf(MergedTheme, {
    description: 'What people merged into it, the latest first. `unmerge` takes one out again.',
  }),
})
export type Theme = Infer<typeof Theme>

/** As an answer names the theme that it is in. */
export const ThemeName = ObjectOf({ id: Uuid(), title: AnyText() })

export const Themes = ObjectOf({
  ...PageOf(Theme).fields,
  items: ListOf(Theme, { description: 'Those with the most answers first.' }),
  without: WholeNumber({ description: 'Answers that are in no theme.' }),
  pending: WholeNumber({ description: 'Answers that are not digested yet.' }),
})
export type Themes = Infer<typeof Themes>

export const ThemesQuery = ObjectOf(
  {
    from: Optional(DateTime({ description: 'Counts answers with posted_at at or after this.' })),
    to: Optional(DateTime({ description: 'Counts answers with posted_at before this.' })),
    ...PageQuery.fields,
  },
  { additionalProperties: false },
)
export type ThemesQuery = Infer<typeof ThemesQuery>

export const ThemeUpdate = ObjectOf({
  title,
  expected_title: AsRead('title', 'theme'),
})
export type ThemeUpdate = Infer<typeof ThemeUpdate>

export const ThemeMerge = ObjectOf({
  into: Uuid({ description: 'The theme of the same study that goes on.' }),
})

export const ThemeSplit = ObjectOf({
  answer_ids: ListOf(Uuid(), {
    minItems: 1,
    maxItems: LIMITS.splitAnswers,
    description: 'Answers of this theme that become a theme of their own.',
  }),
  title: Optional(title),
})
export type ThemeSplit = Infer<typeof ThemeSplit>
