// What each operation takes and answers, by its method and path: types of the service's own table, so that a renamed field
// fails to compile where it is used. Only types: nothing of it is in the bundle.
import type { AccountOperations } from './account-operations.ts'
import type { AdminOperations } from './admin-operations.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * `GET /api/projects/{project_id}/issues` and the path of a call, whose ids are only known when it runs, have the same key:
 * `GET /api/projects/{}/issues`.
 */
type Key<Text extends string> = Text extends `${infer Path}?${string}`
  ? Key<Path>
  : Text extends `${infer First}/${infer Rest}`
    ? `${KeyPart<First>}/${Key<Rest>}`
    : KeyPart<Text>
type KeyPart<Text extends string> = string extends Text ? '{}' : Text extends `{${string}}` ? '{}' : Text

type ByKey<Table> = { [Place in keyof Table & string as Key<Place>]: Table[Place] }

type Operations = ByKey<AdminOperations> & {
  [Place in keyof AccountOperations as Key<Place>]: {
    query: Found<AccountOperations[Place], 'query'>
    body: Found<AccountOperations[Place], 'body'>
    answer: Found<AccountOperations[Place], 'answer'>
  }
}
type Found<Facts, Name extends string> = Facts extends Record<Name, infer Value> ? Value : never

type OperationAt<M extends Method, Path extends string> = `${M} ${Key<Path>}` extends infer Place extends
  keyof Operations
  ? Operations[Place]
  : never

export type QueryOf<M extends Method, Path extends string> = OperationAt<M, Path>['query']
export type BodyOf<M extends Method, Path extends string> = OperationAt<M, Path>['body']
export type AnswerOf<M extends Method, Path extends string> = OperationAt<M, Path>['answer']

/** The path itself when an operation has it, for parameters. */
export type Known<M extends Method, Path extends string> = [OperationAt<M, Path>] extends [never]
  ? never
  : Path

/** Values that are left out of an address: a filter that is not set. */
type Unset = null | undefined | ''

/** The address bar holds filters as text; the service reads and checks them. */
type Sendable<Query> = { readonly [Name in keyof Query]?: Query[Name] | string | Unset }
export type SendableQuery<Path extends string> = Sendable<QueryOf<'GET', Path>>

/** Of what in a project a path is: `['issues', id]`. */
export type Parts = readonly string[]

/** Of `['issues', id]`, `/api/projects/…/issues/…`. */
export type ProjectPath<P extends Parts> = `/api/projects/${string}${Joined<P>}`
type Joined<P extends Parts> = P extends readonly [infer First extends string, ...infer Rest extends Parts]
  ? `/${First}${Joined<Rest>}`
  : ''

export type Readable<P extends Parts> = P & ([Known<'GET', ProjectPath<P>>] extends [never] ? never : unknown)
export type Read<P extends Parts> = AnswerOf<'GET', ProjectPath<P>>
export type Item<P extends Parts> = Read<P> extends { items: (infer One)[] } ? One : never
export type QueryFor<P extends Parts> = SendableQuery<ProjectPath<P>>
