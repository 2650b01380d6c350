// What is generated from the OpenAPI document: the types, the list of the team's calls, and the inputs of the agents' tools.
import { callNames, namedSchemas, ownName } from './names.ts'
import { comment, isPage, nameOf, type Schema, typeWriter } from './type-text.ts'

type Parameter = { name: string; in: string; required: boolean; schema: Schema }
type Content = Record<string, { schema: Schema }>
type Operation = {
  operationId: string
  summary: string
  description?: string
  security: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
/** `lists`: it answers a page. */
type Call = Operation & { method: string; path: string; answer: Schema | undefined; lists: boolean }

export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const HEAD = '// Generated from the OpenAPI document by `npm run client:generate`; not edited by hand.\n\n'

export const CLIENT = 'packages/client/src/generated'

const UNSORTED = '// biome-ignore-all assist/source/organizeImports: in the order of the document\n'

/** The path of each file, and its text before it is formatted. */
export function generatedFiles(document: ApiDocument): Record<string, string> {
  const { schemas } = document.components
  const calls = callsOf(document)
  const team = calls.filter(
    (call) => isOpenTo(call, 'AdminToken') && !WRITTEN_BY_HAND.includes(call.operationId),
  )
  const agents = calls.filter((call) => isOpenTo(call, 'XApiKey') && call.operationId !== 'mcp')
  const named = namedSchemas(schemas, team)
  const writing = { schemas, named: Object.keys(named), names: callNames(team), ...typeWriter(named) }
  const [projects, service] = [team.filter(isOfProject), team.filter((call) => !isOfProject(call))]
  return {
    [`${CLIENT}/api.ts`]: [
      HEAD,
      "import type { Call, CallOptions, List, Page } from '../call.ts'\n\n",
      ...[...componentsOf(document, [...agents, ...team]), ...Object.entries(named)].map(
        declaration(writing),
      ),
      agentInputs(writing),
      teamCalls('ProjectCalls', projects, writing),
      teamCalls('ServiceCalls', service, writing),
    ].join(''),
    [`${CLIENT}/team-calls.ts`]:
      HEAD + places('PROJECT_CALLS', projects, writing) + places('SERVICE_CALLS', service, writing),
    [`${CLIENT}/batch-fields.ts`]: HEAD + batchFields(schemas),
    [`${CLIENT}/tool-inputs.ts`]: HEAD + toolInputs(schemas),
    [`${CLIENT}/limits.ts`]: HEAD + limits(schemas),
    'console/src/admin-operations.ts': UNSORTED + HEAD + operationTable(team, writing),
  }
}

/** What each call takes and answers, by its method and path: the console types its calls by it. */
function operationTable(calls: Call[], writing: Writing): string {
  const { member, typeText } = writing
  const entries = calls.map((call) => {
    const query = call.parameters.filter((parameter) => parameter.in === 'query')
    const [content] = Object.entries(call.requestBody?.content ?? {})
    const body = content?.[0] === 'application/json' ? typeText(content[1].schema) : content && 'Blob'
    const answer = isUnread(call) ? 'Response' : call.answer ? typeText(call.answer) : 'undefined'
    const members = query.map(({ name, schema, required }) => member(name, oneOrSeveral(schema), required))
    return `'${call.method} ${call.path}': {\nquery: ${members.length > 0 ? `{\n${members.join('')}}` : 'object'}\nbody: ${body ?? 'never'}\nanswer: ${answer}\n}\n`
  })
  const table = entries.join('')
  const words = new Set(table.replaceAll(/\/\*\*.*?\*\//gs, '').match(/\w+/g))
  const types = [...Object.keys(writing.schemas), ...writing.named].filter((name) => words.has(name))
  const imports = `import type { Page } from '../../packages/client/src/call.ts'\nimport type { ${types.join(', ')} } from '../../${CLIENT}/api.ts'\n`
  return `${imports}\nexport type AdminOperations = {\n${table}}\n`
}

/** A stream of events, which `watch.ts` reads. */
const WRITTEN_BY_HAND = ['watch_project']

type Schemas = Record<string, Schema>
type Writing = ReturnType<typeof typeWriter> & {
  schemas: Schemas
  named: string[]
  names: Map<string, string>
}

const callsOf = ({ paths, components }: ApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const answer = successOf(operation).content?.['application/json']?.schema
      const lists = answer !== undefined && isPage(resolved(answer, components.schemas))
      return { ...operation, method: method.toUpperCase(), path, answer, lists }
    }),
  )

const isOpenTo = ({ security }: Call, scheme: string): boolean => security.some((way) => scheme in way)

const PROJECT = '/api/projects/{project_id}'
const isOfProject = ({ path }: Call): boolean => path.startsWith(PROJECT)

// ---- types

/** Only what the calls use, in the document's order: sessions, invites by link and such belong to the console. */
function componentsOf({ components }: ApiDocument, calls: Call[]): [string, Schema][] {
  const used = new Set<string>(['Violation'])
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { $ref } = node as Schema
    if (typeof $ref === 'string' && !used.has(nameOf($ref))) {
      used.add(nameOf($ref))
      visit(components.schemas[nameOf($ref)])
    }
    for (const value of Object.values(node)) visit(value)
  }
  for (const call of calls) visit([call.parameters, call.requestBody, successOf(call)])
  return Object.entries(components.schemas).filter(([name]) => used.has(name))
}

const declaration =
  ({ ownText }: Writing) =>
  ([name, schema]: [string, Schema]): string =>
    `${comment(schema.description)}export type ${name} = ${ownText(schema)}\n\n`

function successOf({ operationId, responses }: Operation): { content?: Content } {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  if (!success) throw new Error(`${operationId} never succeeds`)
  return success
}

/** A batch and an answer in the words of the agent's half. */
function agentInputs({ schemas, member }: Writing): string {
  const renamed = (schema: Schema | undefined): string[] =>
    Object.entries(schema?.properties ?? {}).map(([name, property]) =>
      member(ownName(name), property, schema?.required?.includes(name) ?? false),
    )
  const batch = renamed(schemas.ObservationBatchCreate)
  const answer = [
    '/** The id of the study, as `studies` gave it. */\nstudy: string\n',
    ...renamed(schemas.ResearchAnswerCreate),
  ]
  return `export type ObservationBatch = {\n${batch.join('')}}\n\nexport type ResearchAnswer = {\n${answer.join('')}}\n\n`
}

function teamCalls(typeName: string, calls: Call[], writing: Writing): string {
  const methods = calls.map((call) => {
    const name = nameIn(writing, call)
    const said = comment([`${call.summary}.`, call.description ?? ''].join(' ').trim())
    const verb = name.split('.').at(-1)
    const text = `${said}${verb}(${inputText(call, writing)}options?: CallOptions): ${answerText(call, writing)}\n`
    return [name.split('.').slice(0, -1), text] as const
  })
  return `export type ${typeName} = ${groupText(methods)}\n\n`
}

/** Methods by the things that they belong to, things in things. */
function groupText(methods: (readonly [things: string[], text: string])[]): string {
  const own = methods.filter(([things]) => things.length === 0).map(([, text]) => text)
  const things = new Set(methods.flatMap(([[thing]]) => thing ?? []))
  const groups = [...things].map((thing) => {
    const inside = methods.filter(([[first]]) => first === thing)
    return `${thing}: ${groupText(inside.map(([[, ...rest], text]) => [rest, text]))}\n`
  })
  return `{\n${[...own, ...groups].join('')}}`
}

function nameIn({ names }: Writing, { operationId }: Call): string {
  const name = names.get(operationId)
  if (name === undefined) throw new Error(`${operationId} has no name`)
  return name
}

/** JSON is read, everything else is handed over unread, as the response. */
function answerText(call: Call, { schemas, typeText }: Writing): string {
  if (isUnread(call)) return 'Call<Response>'
  if (!call.answer) return 'Call<void>'
  const { properties = {} } = resolved(call.answer, schemas)
  if (!call.lists) return `Call<${typeText(call.answer)}>`
  const item = typeText(properties.items?.items ?? {})
  const page = typeText(call.answer)
  return page === `Page<${item}>` ? `List<${item}>` : `List<${item}, ${page}>`
}

const resolved = (schema: Schema, schemas: Schemas): Schema =>
  (schema.$ref && schemas[nameOf(schema.$ref)]) || schema

const isUnread = (call: Call): boolean => !call.answer && successOf(call).content !== undefined

/** Of a call that takes a file instead of JSON, the type of one that does not say its own. */
function fileType({ requestBody }: Call): string | undefined {
  const [first] = Object.keys(requestBody?.content ?? {})
  return first === 'application/json' ? undefined : first
}

/** One object holds what stands in the path, in the query and in the body; the project is known already. */
function inputText(call: Call, { schemas, member, typeText }: Writing): string {
  const { operationId } = call
  const taken = call.parameters.filter(({ name, in: place }) => place !== 'header' && name !== 'project_id')
  const json = call.requestBody?.content['application/json']?.schema
  const body = json && resolved(json, schemas)
  const [file] = body ? [] : Object.values(call.requestBody?.content ?? {})
  if (json && taken.some((parameter) => parameter.in === 'query'))
    throw new Error(`${operationId} has a query and a body: which field goes where?`)
  const names = [
    ...taken.map(({ name }) => name),
    ...Object.keys(body?.properties ?? {}),
    ...(file ? ['file'] : []),
  ]
  if (new Set(names).size < names.length) throw new Error(`${operationId} has two fields of one name`)
  if (names.length === 0) return 'input?: Record<string, never>, '
  const members = taken.map(({ name, schema, required, in: place }) =>
    member(name, place === 'query' ? oneOrSeveral(schema) : schema, required),
  )
  if (file) members.push(`${comment(file.schema.description)}file: Blob\n`)
  const optional = !file && !body?.required?.length && taken.every(({ required }) => !required)
  const types = [json && typeText(json), members.length > 0 && `{\n${members.join('')}}`].filter(Boolean)
  return `input${optional ? '?' : ''}: ${types.join(' & ')}, `
}

/** A filter that takes several words takes one without brackets. */
const oneOrSeveral = (schema: Schema): Schema =>
  schema.type === 'array' && schema.items
    ? { description: schema.description ?? '', anyOf: [schema.items, { type: 'array', items: schema.items }] }
    : schema

// ---- values

/** Method and path of each call, and what else is to be known: see `callsOf` in `admin.ts`. */
function places(constant: string, calls: Call[], writing: Writing): string {
  const entries = calls.map((call) => {
    const { method, path, requestBody } = call
    const words = [
      method,
      path.replace(PROJECT, ''),
      requestBody && (fileType(call) ?? 'json'),
      call.lists && 'list',
      isUnread(call) && 'unread',
    ]
    return `'${nameIn(writing, call)}': '${words.filter((word) => typeof word === 'string').join(' ')}',\n`
  })
  return `export const ${constant}: Record<string, string> = {\n${entries.join('')}}\n\n`
}

/** What is said once for a batch: the client's name, and the API's. */
function batchFields({ ObservationBatchCreate }: Schemas): string {
  const names = Object.keys(ObservationBatchCreate?.properties ?? {}).filter(
    (name) => name !== 'observations',
  )
  const entries = names.map((name) => `${ownName(name)}: '${name}',\n`)
  return `export const BATCH_FIELDS = {\n${entries.join('')}} as const\n`
}

function limits({ ObservationBatchCreate }: Record<string, Schema>): string {
  const most = ObservationBatchCreate?.properties?.observations?.maxItems
  if (most === undefined) throw new Error('a batch has no limit')
  return `export const OBSERVATIONS_PER_BATCH = ${most}\n`
}

/** The host program says who the user is and which conversation it is; the model says the rest. */
const NOT_FOR_THE_MODEL = ['user_id', 'interaction_id', 'observed_at']

function toolInputs({
  ObservationBatchCreate,
  ObservationItemCreate,
  ResearchAnswerCreate,
}: Record<string, Schema>): string {
  const item = portable(ObservationItemCreate ?? {})
  const batch = portable(ObservationBatchCreate ?? {})
  const answer = portable(ResearchAnswerCreate ?? {})
  const study = { type: 'string', description: 'The id of the study, as get_active_studies gave it.' }
  const inputs = {
    getServiceGuidelines: { type: 'object', required: [], properties: {} },
    getActiveStudies: { type: 'object', required: [], properties: {} },
    postObservations: {
      ...batch,
      properties: { ...batch.properties, observations: { ...batch.properties?.observations, items: item } },
    },
    postResearchAnswer: {
      ...answer,
      required: ['study_id', ...(answer.required ?? [])],
      properties: { study_id: study, ...answer.properties },
    },
  }
  return `export const TOOL_INPUTS = ${JSON.stringify(inputs)} as const\n`
}

/** Hosts differ in the keywords that they pass on: what matters is said in the description too. */
function portable(schema: Schema): Schema {
  const { type, description, enum: values, items, properties, required, maxLength } = schema
  const limit = maxLength ? `At most ${maxLength.toLocaleString('en-US')} characters.` : ''
  const said = [description, limit].filter(Boolean).join(' ')
  const kept = Object.entries(properties ?? {}).filter(([name]) => !NOT_FOR_THE_MODEL.includes(name))
  return {
    ...(type && { type }),
    ...(said && { description: said }),
    ...(values && { enum: values }),
    ...(items && { items: portable(items) }),
    ...(required && { required: required.filter((name) => !NOT_FOR_THE_MODEL.includes(name)) }),
    ...(properties && { properties: Object.fromEntries(kept.map(([name, one]) => [name, portable(one)])) }),
  }
}
