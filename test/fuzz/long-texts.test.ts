// Long texts in every parameter: what one of them costs the process grows with its length, and not with the square of it. One text for
// each parameter here; `npm run fuzz` sends all.
import { expect, it } from 'vitest'
import { FORM } from '../../src/http/bodies/form-file.ts'
import { HOOK_MS } from '../patience.ts'
import { ADMIN_TOKEN, type Loose, send, startService } from '../service.ts'
import { operationsOf } from './inputs.ts'
import { openWire } from './wire.ts'

const ALL = process.env.FUZZ_INPUTS !== undefined

/** What patterns go back and forth over, in one way or another. */
const REPEATED = [
  '/',
  ' ',
  'a',
  '-',
  '.',
  '0',
  '@',
  '"',
  '\\',
  ':',
  '\n',
  '<',
  '(',
  '*',
  ',',
  '+',
  'a.',
  '@a',
  '" ',
  '> ',
  'é',
  '%',
]
const QUERY_LENGTH = 15_000
const BODY_LENGTH = 20_000

/** A text of this length that is looked at again from each of its places takes several times as long, on any machine. */
const MOST_MS = 150
const TRIES = 3

/** Not in the OpenAPI document: machines find them by the metadata of OAuth. */
const OAUTH = ['/oauth2/token', '/oauth2/revoke', '/oauth2/authorize', '/oauth2/register']
const OAUTH_PARAMETERS = [
  'resource',
  'scope',
  'redirect_uri',
  'client_id',
  'client_secret',
  'state',
  'code',
  'code_verifier',
  'refresh_token',
  'grant_type',
  'token',
  'prompt',
]

/** Slashes and the like need not be encoded there: more of them have room. */
const inQuery = (text: string): string =>
  `${encodeURIComponent(text)
    .replaceAll(/%(?:2F|3A|40|2C)/g, decodeURIComponent)
    .slice(0, QUERY_LENGTH)}!`

type Call = { name: string; send(text: string): Promise<unknown> }

it('take no longer for how they are made', { timeout: ALL ? 12 * HOOK_MS : HOOK_MS }, async () => {
  const service = await startService({ baseUrl: () => 'https://fieldnote.example' })
  const headers = { 'X-Api-Key': service.key, Authorization: `Bearer ${ADMIN_TOKEN}` }
  const { body: document } = await send(`${service.url}/openapi.json`, 'GET')
  const resolved = (schema: Loose): Loose =>
    schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema
  const wire = openWire(service.url)
  const call = (method: string, path: string, body?: string, type = 'application/json') =>
    wire.send({ method, path, body, headers: { ...headers, 'Content-Type': type } })
  const calls: Call[] = operationsOf(document).flatMap(({ id, method, path, facts }) => {
    const parameters: Loose[] = facts.parameters ?? []
    const at = (named: string, text: string) =>
      path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        name === named
          ? `${encodeURIComponent(text).slice(0, QUERY_LENGTH)}!`
          : name === 'project_id'
            ? service.projectId
            : crypto.randomUUID(),
      )
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
      ([, name = '']): Call => ({
        name: `${id} {${name}}`,
        send: (text) => call(method, at(name, text)),
      }),
    )
    const asQuery = parameters
      .filter((one) => one.in === 'query')
      .map(
        ({ name }): Call => ({
          name: `${id} ?${name}`,
          send: (text) => call(method, `${at('', '')}?${name}=${inQuery(text)}`),
        }),
      )
    const content = facts.requestBody?.content ?? {}
    const fields = Object.entries<Loose>(resolved(content['application/json']?.schema)?.properties ?? {})
    const inBody = fields.map(
      ([name, schema]): Call => ({
        name: `${id} ${name}`,
        send: (text) =>
          call(
            method,
            at('', ''),
            JSON.stringify({ [name]: resolved(schema).type === 'array' ? [text] : text }),
          ),
      }),
    )
    const files = Object.keys(content).filter((type) => type !== 'application/json')
    const asFile = files.map(
      (type): Call => ({
        name: `${id} ${type}`,
        send: (text) =>
          call(
            method,
            at('', ''),
            text,
            type === FORM ? `${FORM}; boundary=${text.slice(0, 60).replaceAll(/\W/g, 'x')}` : type,
          ),
      }),
    )
    return [...inPath, ...asQuery, ...inBody, ...asFile]
  })
  const ofOauth = OAUTH.flatMap((path) =>
    OAUTH_PARAMETERS.map(
      (name): Call => ({
        name: `${path} ${name}`,
        send: (text) => {
          const form = `grant_type=authorization_code&code=x&client_id=x&${name}=${inQuery(text)}`
          return path.endsWith('authorize')
            ? call('GET', `${path}?${name}=${inQuery(text)}`)
            : call(
                'POST',
                path,
                path.endsWith('register') ? JSON.stringify({ [name]: text }) : form,
                path.endsWith('register') ? undefined : 'application/x-www-form-urlencoded',
              )
        },
      }),
    ),
  )
  const cost = async (one: Call, text: string): Promise<number> => {
    const before = process.cpuUsage()
    await one.send(text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  const slow: string[] = []
  const all = [...calls, ...ofOauth]

  for (const [at, one] of all.entries()) {
    const texts = ALL ? REPEATED : [REPEATED[at % REPEATED.length] as string]
    for (const repeated of texts) {
      const text = `${repeated.repeat(BODY_LENGTH / repeated.length)}!`
      let least = Number.POSITIVE_INFINITY
      for (let tries = 0; tries < TRIES && least > MOST_MS; tries++)
        least = Math.min(least, await cost(one, text))
      if (least > MOST_MS) slow.push(`${one.name} with ${JSON.stringify(repeated)}: ${Math.round(least)} ms`)
    }
  }

  wire.close()
  expect(slow).toEqual([])
  expect(all.length).toBeGreaterThan(300)
})
