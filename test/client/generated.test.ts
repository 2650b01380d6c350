// The generated files are those that the OpenAPI document of this very service gives.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ApiDocument, generatedFiles } from '../../packages/client/generate/files.ts'
import { typeText } from '../../packages/client/generate/type-text.ts'
import { formatted } from '../../scripts/formatted.mjs'
import { send, startService } from '../service.ts'

const FOLDER = join(import.meta.dirname, '../../packages/client/src/generated')
const service = await startService()
const { body } = await send(`${service.url}/openapi.json`, 'GET')
const wanted = generatedFiles(body as ApiDocument)

describe('the generated files of the client', () => {
  it.each(Object.entries(wanted))('%s is up to date; otherwise: npm run client:generate', (name, text) => {
    expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(formatted(name, text))
  })

  it('are all there is', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(wanted).sort())
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
    expect(typeText(schema)).toBe(text)
  })

  it('stop at a form that the generator does not know', () => {
    expect(() => typeText({ type: 'tuple' })).toThrow('no type for')
  })
})
