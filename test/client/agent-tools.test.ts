// The ready-made tools, in the SDKs that they are for: a model that is a script calls them on the real service.
import type { ToolMessage } from '@langchain/core/messages'
import { Agent, type Model, type ModelRequest, Runner } from '@openai/agents'
import { generateText, stepCountIs } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fieldnoteTools as aiSdkTools } from '../../packages/client/src/ai-sdk.ts'
import type { Client } from '../../packages/client/src/client.ts'
import { fieldnoteTools as langchainTools } from '../../packages/client/src/langchain.ts'
import { fieldnoteTools as openaiTools } from '../../packages/client/src/openai-agents.ts'
import { forgetAll } from '../mcp/endpoint.ts'
import { type Loose, makeStudy, startService, type TestService } from '../service.ts'
import { clientOf, faultyFetch, unreachable } from './clients.ts'

type Host = { client: Client; userId: string; interactionId: string; onError?: (error: Error) => void }

/** Has the SDK's model call one tool, and gives what the model is told then. */
type Calling = (host: Host, name: string, input: object) => Promise<Loose>

const NAMES = ['get_service_guidelines', 'get_active_studies', 'post_observations', 'post_research_answer']
const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

const withAiSdk: Calling = async (host, name, input) => {
  const told: Loose[] = []
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt, tools }) => {
      const results = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : [])) as Loose[]
      told.push(...results.map(({ output }) => output.value))
      expect(tools?.map((tool) => tool.name)).toEqual(NAMES)
      const call = {
        type: 'tool-call',
        toolCallId: '1',
        toolName: name,
        input: JSON.stringify(input),
      } as const
      const done = results.length > 0
      const text = { type: 'text', text: 'Done.' } as const
      const finishReason = { unified: done ? 'stop' : 'tool-calls', raw: undefined } as const
      return { content: [done ? text : call], finishReason, usage: USAGE, warnings: [] }
    },
  })
  await generateText({ model, tools: aiSdkTools(host), prompt: 'Hello', stopWhen: stepCountIs(2) })
  return told[0]
}

const withOpenAi: Calling = async (host, name, input) => {
  const told: Loose[] = []
  const model = {
    async getResponse({ input: items, tools }: ModelRequest) {
      const results = (items as Loose[]).filter(({ type }) => type === 'function_call_result')
      told.push(...results.map(({ output }) => JSON.parse(output.text ?? output)))
      expect(tools.map((tool) => tool.name)).toEqual(NAMES)
      const call = { type: 'function_call', callId: '1', name, arguments: JSON.stringify(input) }
      const text = {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Done.' }],
      }
      return { usage: {}, output: [results.length > 0 ? text : call] }
    },
  } as unknown as Model
  const agent = new Agent({ name: 'Helper', tools: openaiTools(host), model })
  await new Runner({ tracingDisabled: true }).run(agent, 'Hello')
  return told[0]
}

const withLangChain: Calling = async (host, name, input) => {
  const tools = langchainTools(host)
  expect(tools.map((tool) => tool.name)).toEqual(NAMES)
  const call = { type: 'tool_call', id: '1', name, args: input as Record<string, unknown> } as const
  const message = await tools.find((tool) => tool.name === name)?.invoke(call)
  return JSON.parse((message as ToolMessage).content as string)
}

const SDKS: [string, Calling][] = [
  ['the AI SDK', withAiSdk],
  ['the OpenAI Agents SDK', withOpenAi],
  ['LangChain', withLangChain],
]

const WRITTEN = {
  user_sentiment: 'negative',
  observations: [{ title: 'Export stops early', description: 'Only 10,000 rows arrived.' }],
}

let service: TestService
let host: Host
beforeAll(async () => {
  service = await startService()
  host = { client: clientOf(service), userId: 'user-42', interactionId: 'thread-7' }
})
beforeEach(() => forgetAll(service))

describe.each(SDKS)('%s', (_, call) => {
  it('uses all four tools', async () => {
    const { id } = await makeStudy(service)

    const guidelines = await call(host, 'get_service_guidelines', {})
    const { studies } = await call(host, 'get_active_studies', {})
    const posted = await call(host, 'post_observations', WRITTEN)
    const answered = await call(host, 'post_research_answer', {
      study_id: studies[0].id,
      answer: 'For taxes.',
    })

    expect(guidelines.observations).toContain('#')
    expect(studies).toMatchObject([{ id, answer: null }])
    expect(posted.results).toMatchObject([{ user_id: 'user-42', interaction_id: 'thread-7' }])
    expect(answered).toEqual({ id: expect.any(String), posted_at: expect.any(String) })
    expect([await service.count('observation'), await service.count('answer')]).toEqual([1, 1])
  })

  it('cannot make the model speak for another user', async () => {
    const { id } = await makeStudy(service)
    const other = { user_id: 'somebody else', interaction_id: 'elsewhere' }

    const posted = await call(host, 'post_observations', { ...WRITTEN, ...other })
    await call(host, 'post_research_answer', { study_id: id, answer: 'Mine.', ...other })
    const listed = await call(host, 'get_active_studies', other)

    expect(posted.results).toMatchObject([{ user_id: 'user-42', interaction_id: 'thread-7' }])
    expect(listed).toMatchObject({ user_id: 'user-42', studies: [{ answer: 'Mine.' }] })
    const { rows } = await service.db.query('SELECT user_id, interaction_id FROM answer')
    expect(rows).toEqual([{ user_id: 'user-42', interaction_id: 'thread-7' }])
  })

  it('tells the model what was wrong with its input', async () => {
    const told = await call(host, 'post_observations', {
      ...WRITTEN,
      observations: [{ title: ' ', description: 'Something.' }],
    })

    expect(told.error).toMatchObject([
      { loc: ['body', 'observations', 0, 'title'], msg: 'must not be blank' },
    ])
    expect(await service.count('observation')).toBe(0)
  })

  it('lets the conversation go on without the service, and tells the host program', async () => {
    const { fetch } = faultyFetch(unreachable)
    const errors: Error[] = []
    const away = { ...host, client: clientOf(service, { fetch, retries: 0 }) }

    const told = await call({ ...away, onError: (error) => errors.push(error) }, 'post_observations', WRITTEN)

    expect(told).toEqual({ error: expect.stringContaining('Carry on') })
    expect(errors).toMatchObject([{ status: null, detail: expect.stringContaining('ECONNREFUSED') }])
  })
})
