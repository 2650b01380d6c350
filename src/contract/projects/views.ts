// Saved views: a console page with its filters, under a name shared by the team.

import { VIEW_PAGES } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import { PageQuery } from '../pages.ts'
import { AnyText, AsRead, DateTime, type Infer, ObjectOf, OneOf, Optional, Text, Uuid } from '../schema.ts'

const page = OneOf(VIEW_PAGES, { description: 'The console page.' })
const name = Text(LIMITS.viewNameLength, { examples: ['Angry about exports'] })
const query = AnyText({
  maxLength: LIMITS.viewQueryLength,
  description: "The page's address after the question mark; empty for everything.",
  examples: ['q=export&sentiment=negative,very%20negative'],
})

export const SavedView = ObjectOf({
  id: Uuid(),
  page,
  name: AnyText({ description: 'Unique among the views of its page.' }),
  query: AnyText(),
  created_by: AnyText(),
  created_at: DateTime(),
})
export type SavedView = Infer<typeof SavedView>

export const SavedViewCreate = ObjectOf({ page, name, query })
export type SavedViewCreate = Infer<typeof SavedViewCreate>

export const SavedViewUpdate = ObjectOf({
  name: Optional(name),
  expected_name: AsRead('name', 'view'),
  query: Optional(query),
  expected_query: AsRead('query', 'view'),
})
export type SavedViewUpdate = Infer<typeof SavedViewUpdate>

export const SavedViewsQuery = ObjectOf(
  { ...PageQuery.fields, page: Optional(page) },
  { additionalProperties: false },
)
export type SavedViewsQuery = Infer<typeof SavedViewsQuery>
