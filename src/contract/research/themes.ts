// Themes: what several answers to a study have in common, found by the digest and corrected by people.
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
  title: Nullable(AnyText({ description: 'Null when its words came from an answer that was removed.' })),
  answer_count: WholeNumber({ description: 'When it was merged.' }),
  merged_at: DateTime(),
})
export type MergedTheme = Infer<typeof MergedTheme>

export const Theme = ObjectOf({
  id: Uuid(),
  title: AnyText({ description: 'In the words of an answer, unless a person set it.' }),
  title_by: OneOf(TITLE_MAKERS),
  answer_count: WholeNumber(),
  sentiment_counts: SentimentCounts,
  quotes: ListOf(ObjectOf({ answer_id: Uuid(), text: AnyText() }), {
    description: 'Two or three of its answers, the most typical first.',
  }),
  merged: ListOf(MergedTheme, {
    description: 'Themes that people merged into it, the latest first. `unmerge` undoes a merge.',
  }),
})
export type Theme = Infer<typeof Theme>

/** The theme of an answer. */
export const ThemeName = ObjectOf({ id: Uuid(), title: AnyText() })

export const Themes = ObjectOf({
  ...PageOf(Theme).fields,
  items: ListOf(Theme, { description: 'Those with the most answers first.' }),
  without: WholeNumber({ description: 'Answers without a theme.' }),
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
  into: Uuid({ description: 'The theme of the same study that remains.' }),
})

export const ThemeSplit = ObjectOf({
  answer_ids: ListOf(Uuid(), {
    minItems: 1,
    maxItems: LIMITS.splitAnswers,
    description: 'Answers of this theme that form a new theme.',
  }),
  title: Optional(title),
})
export type ThemeSplit = Infer<typeof ThemeSplit>
