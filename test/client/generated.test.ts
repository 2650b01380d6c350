// The generated files of the client and the console are those that the OpenAPI document of this very service gives.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ApiDocument, CLIENT, generatedFiles } from '../../packages/client/generate/files.ts'
import { callNames } from '../../packages/client/generate/names.ts'
import { typeWriter } from '../../packages/client/generate/type-text.ts'
import { formatted } from '../../scripts/formatted.mjs'
import { send, startService } from '../service.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const service = await startService()
const { body } = await send(`${service.url}/openapi.json`, 'GET')
const wanted = generatedFiles(body as ApiDocument)

describe('the generated files', () => {
  it.each(Object.entries(wanted))('%s is up to date; otherwise: npm run client:generate', (name, text) => {
    expect(readFileSync(join(REPOSITORY, name), 'utf8')).toBe(formatted(name, text))
  })

  it('are all there is', () => {
    const there = readdirSync(join(REPOSITORY, CLIENT)).map((name) => `${CLIENT}/${name}`)
    expect(Object.keys(wanted)).toEqual(expect.arrayContaining(there))
  })

  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ type: 'string', enum: ['a', "it's"] }, "'a' | 'it\\'s'"],
    [{ oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Tag' }] }, 'string | Tag'],
    [{ type: 'array', items: { type: 'number' } }, 'Array<number>'],
    [{ type: 'object', required: ['a'], properties: { a: { type: 'string' } } }, '{\na: string\n}'],
    [{ type: 'object', properties: { 'a-b': { type: 'boolean' } } }, "{\n'a-b'?: boolean\n}"],
  ])('%j is %s', (schema, text) => {
    expect(typeWriter().typeText(schema)).toBe(text)
  })

  it('stop at a form that the generator does not know', () => {
    expect(() => typeWriter().typeText({ type: 'tuple' })).toThrow('no type for')
  })
})

describe('the names of the calls', () => {
  const call = (place: string, lists = false) => {
    const [method = '', path = ''] = place.split(' ')
    return { operationId: place, method, path: `/api/projects/{project_id}${path}`, lists, answer: undefined }
  }

  it.each([
    ['GET /studies/{study_id}', 'studies.get'],
    ['GET /studies/{study_id}/answers', 'studies.answers.list', true],
    ['PATCH /studies/{study_id}', 'studies.update'],
    ['DELETE /studies/{study_id}', 'studies.delete'],
    ['POST /issues/{issue_id}/keep-apart', 'issues.keepApart'],
    ['GET /overview', 'overview'],
    ['GET /export/issues.csv', 'export.issuesCsv'],
  ] as [string, string, boolean?][])('%s is %s', (place, name, lists) => {
    expect([...callNames([call(place, lists)]).values()]).toEqual([name])
  })

  it('of a path with several methods, or with others below it, say what is done with the thing', () => {
    const calls = ['GET /digest', 'POST /digest/retry', 'GET /limits', 'PUT /limits'].map((place) =>
      call(place),
    )

    const names = [...callNames(calls).values()]

    expect(names).toEqual(['digest.get', 'digest.retry', 'limits.get', 'limits.update'])
  })

  it('are each of one call', () => {
    const calls = [call('PUT /limits'), call('PATCH /limits')]

    expect(() => callNames(calls)).toThrow('several calls are named limits.update')
  })
})
