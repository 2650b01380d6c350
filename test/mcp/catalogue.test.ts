import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Loose, send, startService } from '../service.ts'
import { post, postModern, request } from './endpoint.ts'

const NAMES = ['get_service_guidelines', 'get_active_studies', 'post_observations', 'post_research_answer']

let tools: Record<string, Loose>
let listed: Loose[]
let modern: Loose[]
let openapi: Loose
beforeAll(async () => {
  const service = await startService()
  listed = (await post(service, request('tools/list'))).body.result.tools
  modern = (await postModern(service, 'tools/list')).body.result.tools
  openapi = (await send(`${service.url}/openapi.json`, 'GET')).body
  tools = Object.fromEntries(listed.map((tool) => [tool.name, tool]))
})

/** Every schema inside a schema, itself included. */
function* schemasIn(schema: Loose): Generator<Loose> {
  yield schema
  for (const part of [...Object.values(schema.properties ?? {}), ...[schema.items ?? []].flat()])
    yield* schemasIn(part)
}

/** A schema with the OpenAPI document's references filled in. */
function resolved(schema: Loose): Loose {
  if (typeof schema !== 'object' || schema === null) return schema
  if (schema.$ref) return resolved(openapi.components.schemas[schema.$ref.split('/').pop()])
  if (Array.isArray(schema)) return schema.map(resolved)
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(value)]))
}

describe('the tool catalogue', () => {
  it('is these four tools, the same in both eras', () => {
    expect(listed.map(({ name }) => name)).toEqual(NAMES)
    expect(modern).toEqual(listed)
  })

  it.each([
    ['get_service_guidelines', 'Read the guidelines', true],
    ['get_active_studies', 'List the open research studies', true],
    ['post_observations', 'Post observations', false],
    ['post_research_answer', 'Post a research answer', false],
  ])('%s has a title, and annotations that say what it does', (name, title, reads) => {
    expect(tools[name].title).toBe(title)
    expect(tools[name].annotations).toEqual({
      title,
      readOnlyHint: reads,
      destructiveHint: false,
      idempotentHint: reads,
      openWorldHint: false,
    })
  })

  it.each([
    ['get_service_guidelines', [], ['user_id']],
    ['get_active_studies', ['user_id'], []],
    [
      'post_observations',
      ['user_id', 'interaction_id', 'user_sentiment', 'observations'],
      ['observed_at', 'idempotency_key'],
    ],
    ['post_research_answer', ['study_index', 'user_id', 'interaction_id', 'answer'], ['idempotency_key']],
  ])('%s requires exactly what it needs', (name, required, optional) => {
    const { inputSchema } = tools[name]

    expect([...inputSchema.required].sort()).toEqual([...required].sort())
    expect(Object.keys(inputSchema.properties).sort()).toEqual([...required, ...optional].sort())
  })

  it.each(NAMES)('%s describes itself and every argument, items of arrays included', (name) => {
    const { description, inputSchema } = tools[name]

    const [, ...parts] = schemasIn(inputSchema)

    expect(description.length).toBeGreaterThan(80)
    for (const part of parts) expect(part.description, JSON.stringify(part)).toMatch(/\w{3,}.*\.$/)
  })

  it('tells a model when to call: the guidelines once, the studies before investigating', () => {
    expect(tools.get_service_guidelines.description).toMatch(/once at the start of each conversation/)
    expect(tools.get_active_studies.description).toMatch(/before you investigate a study/)
    expect(tools.post_research_answer.description).toMatch(/get_active_studies/)
  })

  it.each(NAMES)('%s has schemas that compile as draft 2020-12 and as draft-07', (name) => {
    const { inputSchema, outputSchema } = tools[name]
    const options = { strict: false, logger: false } as const

    for (const ajv of [new Ajv2020(options), new Ajv(options)])
      for (const schema of [inputSchema, outputSchema]) expect(ajv.compile(schema)).toBeTypeOf('function')
  })

  it.each(NAMES)('%s keeps to keywords that every client and model provider reads', (name) => {
    const { inputSchema, outputSchema } = tools[name]

    for (const schema of [...schemasIn(inputSchema), ...schemasIn(outputSchema)]) {
      expect(schema).toBeTypeOf('object')
      expect(PLAIN_KEYWORDS).toEqual(expect.arrayContaining(Object.keys(schema)))
      expect(schema.pattern ?? '').not.toContain('(?')
    }
  })

  it.each(NAMES)('%s takes and answers an object', (name) => {
    const { inputSchema, outputSchema } = tools[name]

    expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object'])
  })

  it('shows the limits, labels and texts of the REST description', () => {
    const { idempotency_key: _, ...batch } = tools.post_observations.inputSchema.properties
    const { idempotency_key: __, study_index, ...answer } = tools.post_research_answer.inputSchema.properties
    const rest = (name: string) => resolved({ $ref: `/${name}` })

    expect(batch).toEqual(rest('ObservationBatchCreate').properties)
    expect(answer).toEqual(rest('ResearchAnswerCreate').properties)
    expect(study_index).toMatchObject({ type: 'integer', minimum: 0 })
    expect(tools.post_observations.outputSchema).toEqual(rest('ObservationBatchCreateResponse'))
    expect(tools.post_research_answer.outputSchema).toEqual(rest('ResearchAnswerCreated'))
    expect(tools.get_active_studies.outputSchema).toEqual(rest('ActiveStudies'))
    expect(tools.get_service_guidelines.outputSchema).toEqual(rest('Guidelines'))
  })

  it('shows the limits of the specification', () => {
    const { user_id, interaction_id, user_sentiment, observations } =
      tools.post_observations.inputSchema.properties

    expect([user_id.maxLength, interaction_id.maxLength]).toEqual([512, 512])
    expect(user_sentiment.enum).toEqual(['very negative', 'negative', 'neutral', 'positive', 'very positive'])
    expect([observations.minItems, observations.maxItems]).toEqual([1, 50])
    expect(observations.items.properties.title.maxLength).toBe(500)
    expect(observations.items.required).toEqual(['title', 'description'])
  })
})

const PLAIN_KEYWORDS = [
  ...['type', 'properties', 'required', 'items', 'enum', 'description', 'examples', 'format', 'pattern'],
  ...['minItems', 'maxItems', 'minLength', 'maxLength', 'minimum', 'maximum'],
]
