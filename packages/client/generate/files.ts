// What is generated from the OpenAPI document: the types, the list of admin calls, and the inputs of the agents' tools.
import { comment, member, nameOf, type Schema, typeText } from './type-text.ts'

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
type Call = Operation & { method: string; path: string }

export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const HEAD = '// Generated from the OpenAPI document by `npm run client:generate`; not edited by hand.\n\n'

/** The path of each file below `src/generated`, and its text before it is formatted. */
export function generatedFiles(document: ApiDocument): Record<string, string> {
  const calls = callsOf(document)
  const admin = calls.filter((call) => isOpenTo(call, 'AdminToken'))
  const agents = calls.filter((call) => isOpenTo(call, 'XApiKey') && call.operationId !== 'mcp')
  return {
    'api.ts': HEAD + componentTypes(document, [...agents, ...admin]) + adminApi(admin),
    'admin-paths.ts': HEAD + adminPaths(admin),
    'tool-inputs.ts': HEAD + toolInputs(document.components.schemas),
    'limits.ts': HEAD + limits(document.components.schemas),
  }
}

const callsOf = ({ paths }: ApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )

const isOpenTo = ({ security }: Call, scheme: string): boolean => security.some((way) => scheme in way)

const camelCase = (id: string): string => id.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

// ---- types

/** Only what the calls use, in the document's order: sessions, invites by link and such belong to the console. */
function componentTypes({ components }: ApiDocument, calls: Call[]): string {
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
  return Object.entries(components.schemas)
    .filter(([name]) => used.has(name))
    .map(([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeText(schema)}\n\n`)
    .join('')
}

function successOf({ operationId, responses }: Call): { content?: Content } {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  if (!success) throw new Error(`${operationId} never succeeds`)
  return success
}

/** JSON is read, everything else (exports, events) is handed over unread, as the response. */
function answerText(call: Call): string {
  const { content } = successOf(call)
  if (!content) return 'void'
  const json = content['application/json']
  return json ? typeText(json.schema) : 'Response'
}

const unread = (call: Call): string => (answerText(call) === 'Response' ? ' unread' : '')

/** Of a call that takes a file instead of JSON, the type of one that does not say its own. */
function fileType({ requestBody }: Call): string | undefined {
  const [first] = Object.keys(requestBody?.content ?? {})
  return first === 'application/json' ? undefined : first
}

function adminApi(calls: Call[]): string {
  const methods = calls.map((call) => {
    const said = comment([`${call.summary}.`, call.description ?? ''].join(' ').trim())
    return `${said}${camelCase(call.operationId)}(${inputText(call)}options?: Options): Promise<${answerText(call)}>\n`
  })
  return `export type AdminApi<Options> = {\n${methods.join('')}}\n`
}

/** What stands in the path and in the query is one object, with the body or the file in it under its own name. */
function inputText(call: Call): string {
  const taken = call.parameters.filter((parameter) => parameter.in !== 'header')
  const sent = sentText(call)
  const names = [...taken.map(({ name }) => name), ...sent.names]
  if (new Set(names).size < names.length)
    throw new Error(`${call.operationId} has two parameters of one name`)
  if (names.length === 0) return 'input?: Record<string, never>, '
  const members = taken.map(({ name, schema, required }) => member(name, schema, required))
  const optional = sent.names.length === 0 && taken.every(({ required }) => !required)
  return `input${optional ? '?' : ''}: {\n${members.join('')}${sent.text}}, `
}

function sentText(call: Call): { names: string[]; text: string } {
  const json = call.requestBody?.content['application/json']
  if (json) return { names: ['body'], text: member('body', json.schema, true) }
  const [file] = Object.values(call.requestBody?.content ?? {})
  if (!file) return { names: [], text: '' }
  return { names: ['file'], text: `${comment(file.schema.description)}file: Blob\n` }
}

// ---- values

/** Method and path of each call, whether its answer is handed over unread, and of which type the file is that it takes. */
const adminPaths = (calls: Call[]): string =>
  `export const ADMIN_PATHS = {\n${calls
    .map(
      (call) =>
        `${camelCase(call.operationId)}: '${call.method} ${call.path}${unread(call)}${takes(call)}',\n`,
    )
    .join('')}} as const\n`

const takes = (call: Call): string => (fileType(call) ? ` ${fileType(call)}` : '')

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
