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

describe('the tool catalog', () => {
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
    [
      'post_research_answer',
      ['user_id', 'interaction_id', 'answer'],
      ['study_id', 'study_index', 'idempotency_key'],
    ],
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

  it('has the limits and labels of the REST description, and its texts', () => {
    const rest = (name: string) => resolved({ $ref: `/${name}` })
    const pairs = [
      [tools.post_observations.inputSchema, rest('ObservationBatchCreate')],
      [tools.post_research_answer.inputSchema, rest('ResearchAnswerCreate')],
    ]

    for (const [tool, described] of pairs)
      for (const [name, schema] of Object.entries<Loose>(described.properties)) {
        const { type, description, maxLength, minItems, maxItems } = tool.properties[name]
        expect(description.startsWith(schema.description), name).toBe(true)
        expect(type).toBe([schema.type].flat()[0])
        expect([maxLength, minItems, maxItems]).toEqual([schema.maxLength, schema.minItems, schema.maxItems])
      }
    expect(tools.post_research_answer.inputSchema.properties.study_index).toMatchObject({
      type: 'integer',
      minimum: 0,
    })
  })

  it.each(NAMES)('%s has one plain type per argument and no examples: some hosts refuse the rest', (name) => {
    for (const schema of schemasIn(tools[name].inputSchema)) {
      expect(PLAIN_TYPES).toContain(schema.type)
      expect(Object.keys(schema)).not.toContain('examples')
      expect(schema.enum ?? []).not.toContain(null)
      expect(['date-time', undefined]).toContain(schema.format)
    }
  })

  it.each(NAMES)('%s says every limit in words, too: some hosts drop the rest', (name) => {
    for (const { maxLength, minItems, maxItems, description } of schemasIn(tools[name].inputSchema))
      for (const limit of [maxLength, minItems, maxItems])
        if (limit !== undefined) expect(description).toContain(limit.toLocaleString('en-US'))
  })

  it.each(NAMES)('%s has an output schema of names and types alone', (name) => {
    for (const schema of schemasIn(tools[name].outputSchema))
      expect(['type', 'properties', 'required', 'items']).toEqual(expect.arrayContaining(Object.keys(schema)))
  })

  it.each(NAMES)('%s asks Claude Code to keep it loaded, and says by which words it is found', (name) => {
    expect(tools[name]._meta).toEqual({
      'anthropic/alwaysLoad': true,
      'anthropic/searchHint': expect.stringMatching(/\w+ \w+/),
    })
  })

  it('is small: it is in the context of every conversation', () => {
    const inContext = listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))

    expect(JSON.stringify(inContext).length).toBeLessThan(5_500)
    expect(JSON.stringify(listed.map(({ outputSchema }) => outputSchema)).length).toBeLessThan(1_500)
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

const PLAIN_TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean']

const PLAIN_KEYWORDS = [
  ...['type', 'properties', 'required', 'items', 'enum', 'description', 'format', 'pattern'],
  ...['minItems', 'maxItems', 'minLength', 'maxLength', 'minimum', 'maximum'],
]
