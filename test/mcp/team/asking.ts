// The team's endpoint as tests call it: any caller, any tool.
import { type Person, send, type TestService } from '../../service.ts'
import { request } from '../endpoint.ts'

export const teamUrl = ({ url, projectId }: Pick<TestService, 'url' | 'projectId'>): string =>
  `${url}/mcp/v1/team/${projectId}/`

export const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` })

export const accessToken = async (person: Person): Promise<string> =>
  (await person.call('POST', '/tokens', { name: 'Script' })).body.token

export const ask = (url: string, headers: Record<string, string>, method: string, params?: object) =>
  send(url, 'POST', request(method, params), headers)

export const callTeam = (url: string, headers: Record<string, string>, name: string, args: object = {}) =>
  ask(url, headers, 'tools/call', { name, arguments: args })

/** What a tool answered, read from its text. */
export async function answerOf(
  url: string,
  headers: Record<string, string>,
  name: string,
  args: object = {},
) {
  const { status, body } = await callTeam(url, headers, name, args)
  if (status !== 200 || !body.result || body.result.isError)
    throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
  return JSON.parse(body.result.content[0].text)
}

/**
 * How many tokens a model reads, on the safe side: o200k_base has 4.1 characters to a token of our list of tools,
 * and 3.0 of our answers, which are full of links.
 */
export const tokensOf = (text: string, charactersEach = 2.7): number => text.length / charactersEach
