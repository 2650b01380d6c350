// Every example of the client's README, run as it stands by the packed package against the real service.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeIssue } from '../issues.ts'
import { makeStudy, startService, type TestService } from '../service.ts'
import { clientOf, observed } from './clients.ts'
import { type Packed, packClient, REPOSITORY, runProgram } from './packed.ts'

const README = readFileSync(join(REPOSITORY, 'packages/client/README.md'), 'utf8')

/** The programs of the README, each under the last heading before it. */
const EXAMPLES = README.split(/^#+ /m).flatMap((section) => {
  const heading = section.split('\n')[0] ?? ''
  const programs = [...section.matchAll(/^```js\n(.*?)^```$/gms)].map(([, text = '']) => text)
  return programs.map((text, at) => ({ name: at === 0 ? heading : `${heading}, ${at + 1}`, text }))
})

const INPUT = {
  user_sentiment: 'negative',
  observations: [{ title: 'Export stops', description: 'At 10,000 rows.' }],
}

/** A model of each SDK that posts one observation and then says so. */
const MODELS: Record<string, string> = {
  'Vercel AI SDK': `
import { MockLanguageModelV3 } from '${join(REPOSITORY, 'node_modules/ai/dist/test/index.mjs')}'
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
export const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => prompt.some(({ role }) => role === 'tool')
    ? { content: [{ type: 'text', text: 'Noted.' }], finishReason: { unified: 'stop' }, usage, warnings: [] }
    : { content: [{ type: 'tool-call', toolCallId: '1', toolName: 'post_observations', input: ${JSON.stringify(JSON.stringify(INPUT))} }],
        finishReason: { unified: 'tool-calls' }, usage, warnings: [] },
})`,
  'OpenAI Agents SDK': `
export const model = {
  getResponse: async ({ input }) => ({ usage: { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2, inputTokensDetails: [], outputTokensDetails: [] },
    output: [input.some(({ type }) => type === 'function_call_result')
    ? { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Noted.' }] }
    : { type: 'function_call', callId: '1', name: 'post_observations', arguments: ${JSON.stringify(JSON.stringify(INPUT))} }] }),
}`,
  LangChain: `
import { AIMessage } from '@langchain/core/messages'
const tool_calls = [{ type: 'tool_call', id: '1', name: 'post_observations', args: ${JSON.stringify(INPUT)} }]
export const model = { bindTools: () => ({ invoke: async () => new AIMessage({ content: '', tool_calls }) }) }`,
}

type Check = { output: RegExp; stored?: number; answers?: number }

const CHECKS: Record<string, Check> = {
  'Post observations': { output: /^stored [\da-f-]{36}\n$/, stored: 1 },
  "Ask the team's questions": {
    output: /^\d{3,} characters of guidelines; research: true\nasking: Why do you export\?\n$/,
    answers: 1,
  },
  'Collect now, send later': { output: /^all sent\n$/, stored: 2 },
  'Collect now, send later, 2': { output: /^Hello\n$/, stored: 1 },
  'When something goes wrong': {
    output: /^invalid 400 true\n\[\n.*loc: .*\nobserve: 400 body\.user_id .*\n$/s,
  },
  'Vercel AI SDK': { output: /^Noted\.\n$/, stored: 1 },
  'OpenAI Agents SDK': { output: /^Noted\.\n$/, stored: 1 },
  LangChain: { output: /^\{"results":\[\{"id":.*"user_id":"user-42"/, stored: 1 },
  'Script the rest': {
    output: /^study [\da-f-]{36} is active\n(#\d+ .+\n)+id,user_id,.*Export stops early/s,
  },
  'Live events': { output: /^watching\nnegative: Export stops early\n$/, stored: 1 },
  'Receive webhooks': { output: /^missing_header\n400\n$/ },
}

/** What the edge does with a module. */
const EDGE = `
import worker from './example.js'
const promises = []
const response = await worker.fetch(new Request('http://edge.invalid/'), process.env, { waitUntil: (promise) => promises.push(promise) })
console.log(await response.text())
await Promise.all(promises)`

let packed: Packed
let service: TestService
beforeAll(async () => {
  packed = await packClient()
  service = await startService()
  await makeStudy(service)
})

const counts = async () => [await service.count('observation'), await service.count('answer')]

describe('the README of the client', () => {
  it('has a check for every example', () => {
    expect(EXAMPLES.map(({ name }) => name)).toEqual(Object.keys(CHECKS))
  })

  it.each(EXAMPLES)('$name', async ({ name, text }) => {
    const { output, stored = 0, answers = 0 } = CHECKS[name] as Check
    const isModule = text.includes('export default')
    writeFileSync(join(packed.folder, 'model.js'), MODELS[name] ?? '')
    writeFileSync(join(packed.folder, 'example.js'), text)
    if (name === 'Script the rest') await makeIssue(service, 'Export stops early')
    const [observationsBefore = 0, answersBefore = 0] = await counts()

    const program = runProgram(packed.folder, 'program.js', isModule ? EDGE : text, service)
    if (name === 'Live events') {
      await Promise.race([once(program.child.stdout as Readable, 'data'), program])
      await clientOf(service).observe(observed())
    }
    const { stdout } = await program

    expect(stdout).toMatch(output)
    const [observationsAfter, answersAfter] = await counts()
    expect([observationsAfter, answersAfter]).toEqual([observationsBefore + stored, answersBefore + answers])
  })
})
