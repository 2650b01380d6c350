// The table of operations types calls by their path; the compiler checks these expectations with all other types.
import { describe, expectTypeOf, it } from 'vitest'
import type { BodyOf, Item, Known, QueryFor, Read } from '../console/src/operations.ts'
import type { Answer, Loose } from './service.ts'

type Issue = `/projects/${string}/issues/${string}`

describe('the type of a call', () => {
  it('is what the operation of its method and path answers', () => {
    expectTypeOf<Read<['issues', string]>['title']>().toEqualTypeOf<string>()
    expectTypeOf<Read<['issues', 'counts']>['open']>().toEqualTypeOf<number>()
    expectTypeOf<Item<['issues']>>().toHaveProperty('merged_into')
    expectTypeOf<Answer<'PATCH', Issue>['number']>().toEqualTypeOf<number>()
    expectTypeOf<Answer<'GET', `${Issue}/users?limit=${number}`>>().toHaveProperty('next_cursor')
  })

  it('has no other fields, parameters or paths than the operation', () => {
    expectTypeOf<Read<['issues', string]>>().not.toHaveProperty('titel')
    expectTypeOf<keyof QueryFor<['issues']>>().extract<'state'>().toBeNever()
    expectTypeOf<keyof BodyOf<'PATCH', `/api${Issue}`>>().extract<'name'>().toBeNever()
    expectTypeOf<Known<'PUT', `/api${Issue}`>>().toBeNever()
    expectTypeOf<Known<'GET', `/api${Issue}/nonsense`>>().toBeNever()
  })

  it('is loose where the path is known only when the test runs', () => {
    expectTypeOf<Answer<'GET', string>>().toEqualTypeOf<Loose>()
  })
})
