// What is wrong with an answer, if anything: an undocumented status, a body of another shape, or words from inside the service.
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import { parseDateTime } from '../../src/contract/date-time.ts'
import { isUuid } from '../../src/contract/validate.ts'
import type { Loose } from '../service.ts'
import type { Operation } from './inputs.ts'
import type { Answered } from './wire.ts'

/** Stacks, files, SQL and the drivers' own words. */
const LEAKS = [
  /\bat [^\n]*\.(?:ts|js|mjs):\d+/,
  /node_modules|node:internal/,
  /syntax error at or near|violates \S+ constraint|invalid input syntax|relation "\w+" does not exist/,
  /\b(?:SQLSTATE|ECONNREFUSED|ENOENT|FST_ERR|TypeError|RangeError|ReferenceError)\b/,
]

const INTERNAL_ERROR = -32_603

export type Judge = (operation: Operation | null, answer: Answered) => string | null

export function openJudge(document: Loose): Judge {
  const ajv = new Ajv2020({ strict: false })
  ajv.addFormat('uuid', isUuid)
  ajv.addFormat('email', true)
  ajv.addFormat('search', true)
  ajv.addFormat('date-time', (text: string) => parseDateTime(text) !== null)
  ajv.addSchema(document as AnySchema, 'api')
  const compiled = new Map<string, ValidateFunction>()
  const misfit = (steps: (string | number)[], value: unknown): string | null => {
    const pointer = steps
      .map((step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` })
    compiled.set(pointer, validate)
    return validate(value) ? null : `the body does not fit: ${ajv.errorsText(validate.errors).slice(0, 300)}`
  }
  return (operation, { status, type, text, headers }) => {
    if (status === 500) return `500: ${text.slice(0, 200)}`
    if (status === 503 && headers['retry-after'] === undefined) return '503 without Retry-After'
    const leak = status >= 400 && LEAKS.find((pattern) => pattern.test(text))
    if (leak) return `leaks ${leak}: ${text.slice(0, 200)}`
    if (text.includes(process.cwd())) return `names a folder: ${text.slice(0, 200)}`
    if (!operation) return null
    if (!(status in operation.facts.responses)) return `status ${status} is not documented`
    if (!type.includes('application/json') || text === '') return null
    const body = JSON.parse(text)
    if (body?.error?.code === INTERNAL_ERROR) return `internal error over MCP: ${text.slice(0, 200)}`
    const content = operation.facts.responses[status].content?.['application/json']
    if (!content) return `status ${status} is documented without a body`
    const place = ['paths', operation.path, operation.method.toLowerCase(), 'responses', status]
    return misfit([...place, 'content', 'application/json', 'schema'], body)
  }
}
