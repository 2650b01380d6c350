// An issue as the words of a ticket: in the places of the team's template, whole, and never without the way back.
import { describe, expect, it } from 'vitest'
import {
  fillTicket,
  TICKET_PRESETS,
  templateFault,
} from '../../src/contract/integrations/ticket-templates.ts'

const URL_BACK = 'https://notes.example/p/1/issues/142'
const ISSUE = {
  number: 142,
  title: 'Export & import: 100% "lost" {body}',
  summary: 'Rows are missing.',
  quotes: [{ text: 'The totals\ndid not match.' }],
  kind: 'problem',
  severity: 'high',
  observation_count: 58,
  user_count: 37,
}

const OWN: Record<string, string> = {
  OWNER: 'acme',
  REPOSITORY: 'ledger',
  TEAM: 'eng',
  SITE: 'acme',
  PROJECT_ID: '10000',
}
const owned = (template: string) =>
  template.replaceAll(/OWNER|REPOSITORY|TEAM|SITE|PROJECT_ID/g, (name) => OWN[name] ?? '')

describe('a template', () => {
  it.each(TICKET_PRESETS.map(({ name, template }) => [name, template]))(
    'of %s is filled with title, summary, quotes, counts and a link back',
    (_, template) => {
      expect(templateFault(template)).toMatch('capitals')
      expect(templateFault(owned(template))).toBeNull()

      const { searchParams } = new URL(fillTicket(owned(template), ISSUE, URL_BACK))

      expect(searchParams.get('title') ?? searchParams.get('summary')).toBe(ISSUE.title)
      expect(searchParams.get('body') ?? searchParams.get('description')).toBe(
        `Rows are missing.\n\n> The totals did not match.\n\nhigh problem, 37 users, 58 observations\n\n#142 in Fieldnote: ${URL_BACK}`,
      )
    },
  )

  it('stays short enough for trackers, and keeps the link back', () => {
    const long = { ...ISSUE, summary: 'é'.repeat(4_000), quotes: Array(3).fill({ text: 'ü'.repeat(900) }) }

    const address = fillTicket('https://t.example/new?t={title}&b={body}', long, URL_BACK)

    expect(address.length).toBeLessThan(8_000)
    expect(new URL(address).searchParams.get('b')).toContain(URL_BACK)
  })

  it('has no half of a character in it, which no address can hold', () => {
    const said = { ...ISSUE, title: `a${'😀'.repeat(499)}`, quotes: [], summary: '😀'.repeat(2_000) }
    const fill = (url: string) => new URL(fillTicket('https://t.example/new?t={title}&b={body}', said, url))

    expect(fill(URL_BACK).searchParams.get('t')).toMatch(/^a😀+$/u)
    for (const url of [URL_BACK, `${URL_BACK}1`])
      expect(fill(url).searchParams.get('b')).toContain(`: ${url}`)
  })

  it.each([
    ['javascript:alert({title})', 'http or https'],
    ['https://t.example/new', '{title}'],
    ['https://t.example/new?t={title}&x={secret}', '{secret}'],
    ['https://{title}.example/', 'http or https'],
  ])('%s will not do', (template, why) => {
    expect(templateFault(template)).toContain(why)
  })
})
