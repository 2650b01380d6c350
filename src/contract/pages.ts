// The shape of all lists: a page of items, and the cursor of the next page.
import { LIMITS } from './limits.ts'
import {
  AnyText,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  Optional,
  type Schema,
  WholeNumber,
  YesOrNo,
} from './schema.ts'

export const PageOf = <S extends Schema>(item: S) =>
  ObjectOf({
    items: ListOf(item),
    next_cursor: Nullable(
      AnyText({ description: 'Pass it as `cursor` for the next page; null on the last.' }),
    ),
  })

/** The length of a list, counted only as far as that costs no more than the list itself. */
export const Total = ObjectOf({
  count: WholeNumber({ maximum: LIMITS.listTotal }),
  at_least: YesOrNo({ description: 'There are more: counting stopped there.' }),
})
export type Total = Infer<typeof Total>

export const TOTAL = { count: 1_284, at_least: false }

export const PageQuery = ObjectOf(
  {
    limit: Optional(WholeNumber({ minimum: 1, maximum: LIMITS.pageSizeMax, default: LIMITS.pageSize })),
    cursor: Optional(AnyText({ description: '`next_cursor` of the page before.' })),
  },
  { additionalProperties: false },
)
export type PageQuery = Infer<typeof PageQuery>
