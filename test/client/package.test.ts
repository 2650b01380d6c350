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

  it('is small: under 40 kB packed, the agent calls and the queue under 10 kB minified and 4 kB compressed', async () => {
    const bundle = await rolldown({ input: join(REPOSITORY, 'packages/client/src/client.ts') })
    const { output } = await bundle.generate({ minify: true })
    const [{ code, imports }] = output

    expect(imports).toEqual([])
    expect(packed.bytes).toBeLessThan(40_000)
    expect(code.length).toBeLessThan(10_000)
    expect(gzipSync(code).length).toBeLessThan(4_000)
  })

  it('types a program without anything of Node, and finds its mistakes', async () => {
    const program = `
import { createClient, createObservationQueue, type FieldnoteError, type Issue } from '@fieldnote/client'
import { createAdmin, everyItem } from '@fieldnote/client/admin'
const client = createClient({ baseUrl: 'https://a.example', projectId: 'p', apiKey: 'k' })
const about = { user_id: 'u', interaction_id: 'i', user_sentiment: 'neutral' } as const
const { results } = await client.postObservations({ ...about, observations: [{ title: 't', description: 'd' }] })
const title: string | undefined = results[0]?.title
// @ts-expect-error: no such sentiment
await client.postObservations({ ...about, user_sentiment: 'angry', observations: [] })
// @ts-expect-error: onError is required
createObservationQueue(client, {})
const admin = createAdmin({ baseUrl: 'https://a.example', token: 't' })
for await (const issue of everyItem(admin.listIssues, { project_id: 'p', status: ['open'] })) {
  const same: Issue = issue
  console.log(same.title, title)
}
for await (const { name } of everyItem(admin.listProjects, { limit: 10 })) console.log(name)
// @ts-expect-error: no such status
everyItem(admin.listIssues, { project_id: 'p', status: ['gone'] })
// @ts-expect-error: the project is required
await admin.listIssues({ status: ['open'] })
const response: Response = await admin.exportIssuesCsv({ project_id: 'p' })
const nothing: void = await admin.deleteTag({ project_id: 'p', tag_id: 't' })
export const both = [response, nothing, (error: FieldnoteError) => error.detail]
`
    writeFileSync(join(packed.folder, 'typed.ts'), program)

    await typeCheck('typed.ts', '--lib', 'ES2023,DOM,DOM.AsyncIterable', '--types', '')
  })

  it('types the tools as the SDKs want them', async () => {
    const program = `
import { Agent } from '@openai/agents'
import type { StructuredToolInterface } from '@langchain/core/tools'
import { generateText, type LanguageModel } from 'ai'
import { createClient } from '@fieldnote/client'
import { fieldnoteTools as forAiSdk } from '@fieldnote/client/ai-sdk'
import { fieldnoteTools as forLangChain } from '@fieldnote/client/langchain'
import { fieldnoteTools as forOpenAi } from '@fieldnote/client/openai-agents'
const host = { client: createClient({ baseUrl: 'https://a.example', projectId: 'p', apiKey: 'k' }), userId: 'u', interactionId: 'i' }
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
import { createClient, createObservationQueue } from '@fieldnote/client'
const { FIELDNOTE_URL, FIELDNOTE_PROJECT_ID: projectId, FIELDNOTE_API_KEY: apiKey } = process.env
const client = createClient({ baseUrl: FIELDNOTE_URL, projectId, apiKey, ${options} })
const queue = createObservationQueue(client, {
  intervalMs: 3_600_000,
  onError: (error, { batch }) => console.log(error.status, batch.observations[0].title),
})
queue.add({ user_id: 'u', interaction_id: 'i', user_sentiment: 'neutral', title: 'Last words', description: 'Said.' })
`

  it('sends what was collected, and does not wait for the interval', async () => {
    const { stdout } = await runProgram(packed.folder, 'ends.js', program(''), service)

    expect(stdout).toBe('')
    expect(await service.count('observation')).toBe(1)
  })

  it('hands back what it could not send', async () => {
    const nobody = "baseUrl: 'http://127.0.0.1:9', retries: 1"

    const { stdout } = await runProgram(packed.folder, 'alone.js', program(nobody), service)

    expect(stdout).toBe('null Last words\n')
  })
})
