// The input and answer types of all operations by method and path, from the service's own table, so that a renamed
// field fails to compile where it is used. Types only, so nothing is added to the bundle.
import type { AccountOperations } from './account-operations.ts'
import type { AdminOperations } from './admin-operations.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The key of `GET /api/projects/{project_id}/issues` and of an actual path, whose ids are only known at run time, is
 * the same: `GET /api/projects/{}/issues`.
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

/** The path itself if an operation has it, so that parameters are checked. */
export type Known<M extends Method, Path extends string> = [OperationAt<M, Path>] extends [never]
  ? never
  : Path

/** Values of filters that are not set, which are left out of the address. */
type Unset = null | undefined | ''

/** The address contains filters as text; the service parses and validates them. */
type Sendable<Query> = { readonly [Name in keyof Query]?: Query[Name] | string | Unset }
export type SendableQuery<Path extends string> = Sendable<QueryOf<'GET', Path>>

/** The parts of a path within a project: `['issues', id]`. */
export type Parts = readonly string[]

/** For `['issues', id]`: `/api/projects/…/issues/…`. */
export type ProjectPath<P extends Parts> = `/api/projects/${string}${Joined<P>}`
type Joined<P extends Parts> = P extends readonly [infer First extends string, ...infer Rest extends Parts]
  ? `/${First}${Joined<Rest>}`
  : ''

export type Readable<P extends Parts> = P & ([Known<'GET', ProjectPath<P>>] extends [never] ? never : unknown)
export type Read<P extends Parts> = AnswerOf<'GET', ProjectPath<P>>
export type Item<P extends Parts> = Read<P> extends { items: (infer One)[] } ? One : never
export type QueryFor<P extends Parts> = SendableQuery<ProjectPath<P>>
