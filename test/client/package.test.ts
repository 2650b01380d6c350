// The client's package: what is in it, how large it is, how it types, and that a process ends with everything sent.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { execute, type Packed, packClient, REPOSITORY, runProgram } from './packed.ts'

let packed: Packed
let service: TestService
beforeAll(async () => {
  packed = await packClient()
  service = await startService()
})

describe('the package', () => {
  it('holds compiled files, types, README and license, and needs nothing else', () => {
    const { dependencies, exports } = JSON.parse(
      readFileSync(join(packed.folder, 'node_modules/@fieldnote/client/package.json'), 'utf8'),
    )

    expect(packed.files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(packed.files.filter((path) => !/^dist\/.*\.(js|d\.ts)$|^[^/]+$/.test(path))).toEqual([])
    expect(dependencies).toBeUndefined()
    for (const file of Object.values<string>(exports)) expect(packed.files).toContain(file.slice(2))
  })

  it('is small: under 48 kB packed, the agent half and the queue under 6 kB minified and compressed', async () => {
    const bundle = await rolldown({ input: join(REPOSITORY, 'packages/client/src/client.ts') })
    const { output } = await bundle.generate({ minify: true })
    const [{ code, imports }] = output

    expect(imports).toEqual([])
    expect(packed.bytes).toBeLessThan(48_000)
    expect(gzipSync(code).length).toBeLessThan(6_000)
  })

  it('types a program without anything of Node, and finds its mistakes', async () => {
    const program = `
import { createObservationQueue, Fieldnote, type FieldnoteError, type Issue, type IssueStatus, type Page, type Sentiment, type Study } from '@fieldnote/client'
import { Fieldnote as Both } from '@fieldnote/client/admin'
import { verifyWebhook } from '@fieldnote/client/webhooks'
const fieldnote = new Fieldnote({ url: 'https://a.example', projectId: 'p', apiKey: 'k' })
const about = { user: 'u', conversation: 'i', sentiment: 'neutral' } as const
const feeling: Sentiment = about.sentiment
const { title }: { title: string } = await fieldnote.observe({ ...about, title: 't', description: 'd', observedAt: '2026-03-01', quote: 'q', issue: 1, idempotencyKey: 'k' })
const [first] = await fieldnote.observeMany({ ...about, observations: [{ title: 't', description: 'd' }] }, { timeoutMs: 5 })
const { data, response: { status: code } } = await fieldnote.studies('u').withResponse()
const question: string | undefined = data[0]?.question
// @ts-expect-error: no such sentiment
await fieldnote.observe({ ...about, sentiment: 'angry', title: 't', description: 'd' })
// @ts-expect-error: no such field
await fieldnote.observe({ ...about, title: 't', description: 'd', qoute: 'q' })
// @ts-expect-error: onError is required
createObservationQueue(fieldnote, {})
// @ts-expect-error: the agent's half cannot
fieldnote.project('p')
const both = new Both({ url: 'https://a.example', token: 't' })
const project = both.project('p')
for await (const issue of project.issues.list({ status: 'open', kind: ['problem', 'request'] })) {
  const same: Issue = issue
  const status: IssueStatus = issue.status
  console.log(same.title, status)
}
for await (const { name } of both.projects.list({ limit: 10 })) console.log(name)
for await (const event of project.watch()) if (event.type === 'observation') console.log(event.data.title)
const page: Page<Study> = await project.studies.list()
const { without } = await project.studies.themes.list({ study_id: 's' })
// @ts-expect-error: no such status
project.issues.list({ status: 'gone' })
// @ts-expect-error: the id is required
await project.issues.get({})
const response: Response = await project.export.issuesCsv()
const nothing: void = await project.tags.delete({ tag_id: 't' })
const event = await verifyWebhook({ body: '', headers: new Headers(), secret: 'whsec_a' })
if (event.type === 'issue.spiked') console.log(event.data.count, event.data.issue.number)
// @ts-expect-error: not in every event
console.log(event.data.count)
export const all = [feeling, title, first, code, question, page, without, response, nothing, (error: FieldnoteError) => error.code]
`
    writeFileSync(join(packed.folder, 'typed.ts'), program)

    await typeCheck('typed.ts', '--lib', 'ES2023,DOM,DOM.AsyncIterable', '--types', '')
  })

  it('types the tools as the SDKs want them', async () => {
    const program = `
import { Agent } from '@openai/agents'
import type { StructuredToolInterface } from '@langchain/core/tools'
import { generateText, type LanguageModel } from 'ai'
import { Fieldnote } from '@fieldnote/client'
import { fieldnoteTools as forAiSdk } from '@fieldnote/client/ai-sdk'
import { fieldnoteTools as forLangChain } from '@fieldnote/client/langchain'
import { fieldnoteTools as forOpenAi } from '@fieldnote/client/openai-agents'
const host = { client: new Fieldnote({ url: 'https://a.example', projectId: 'p', apiKey: 'k' }), user: 'u', conversation: 'i' }
export const one = (model: LanguageModel) => generateText({ model, prompt: 'Hello', tools: forAiSdk(host) })
export const two = new Agent({ name: 'Helper', tools: forOpenAi(host) })
export const three: StructuredToolInterface[] = forLangChain(host)
`
    writeFileSync(join(packed.folder, 'tools.ts'), program)
    mkdirSync(join(packed.folder, 'node_modules/@types'), { recursive: true })
    symlinkSync(join(REPOSITORY, 'node_modules/@types/node'), join(packed.folder, 'node_modules/@types/node'))

    await typeCheck('tools.ts', '--skipLibCheck', '--types', 'node')
  })

  async function typeCheck(file: string, ...args: string[]): Promise<void> {
    const tsc = join(REPOSITORY, 'node_modules/.bin/tsc')
    const strict = ['--noEmit', '--strict', '--target', 'ES2023', '--module', 'NodeNext']
    const { stdout } = await execute(tsc, [...strict, ...args, file], { cwd: packed.folder }).catch(
      (error) => error as { stdout: string },
    )
    expect(stdout).toBe('')
  }
})

describe('a process that ends by itself', () => {
  const program = (options: string) => `
import { createObservationQueue, Fieldnote } from '@fieldnote/client'
const queue = createObservationQueue(new Fieldnote({ ${options} }), {
  intervalMs: 3_600_000,
  onError: (error, { observations }) => console.log(error.code, observations[0].title),
})
queue.add({ user: 'u', conversation: 'i', sentiment: 'neutral', title: 'Last words', description: 'Said.' })
`

  it('sends what was collected, and does not wait for the interval', async () => {
    const { stdout } = await runProgram(packed.folder, 'ends.js', program(''), service)

    expect(stdout).toBe('')
    expect(await service.count('observation')).toBe(1)
  })

  it('hands back what it could not send', async () => {
    const nobody = "url: 'http://127.0.0.1:9', retries: 1"

    const { stdout } = await runProgram(packed.folder, 'alone.js', program(nobody), service)

    expect(stdout).toBe('no_answer Last words\n')
  })
})
