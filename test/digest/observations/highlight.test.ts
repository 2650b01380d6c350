// Where a search found what it found: pieces of text, consistent with what it matches.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Loose, startService, type TestService } from '../../service.ts'
import { digestAll, get, postEach, startEngine } from '../digesting.ts'

const FILLER = 'Nothing of this has to do with what anybody looks for in here, it is only there to be long. '
const LONG = `${FILLER.repeat(5)}Then the invoice vanished, and with the invoice the receipts. ${FILLER.repeat(5)}`
const SAID = {
  forms: { title: 'Exports stop early', description: 'Exporting the ledger exported half of it.' },
  phrase: {
    title: 'Card declined',
    description: 'A credit card with credit left; this card is a credit card.',
  },
  long: { title: 'Lost documents', description: LONG },
  french: { title: 'Factures', description: 'Les factures ne s’impriment plus.' },
  italian: {
    title: 'Fatture',
    description: 'Non riesco a stampare le fatture con la stampante nuova di casa.',
  },
  japanese: { title: '検索', description: '検索 が うごかない 日本語 です' },
  markup: {
    title: '<script>alert(1)</script> zebra',
    description: '<b>zebra</b> & <i onclick="x()">zebra</i> zebra',
  },
  marks: { title: 'A \uE000giraffe\uE001 marked', description: 'giraffe \uE000\uE001 giraffe 🙂 giraffe' },
}

let service: TestService
beforeAll(async () => {
  service = await startService()
  await postEach(service, Object.values(SAID))
  await digestAll(service, startEngine())
})

async function found(q: string, title: string) {
  const { items } = await get(service, `/observations?q=${encodeURIComponent(q)}`)
  const item = items.find((one) => one.title === title)
  if (!item?.highlight) throw new Error(`${title} is not found`)
  return item.highlight
}
const hits = (segments: Loose[]) => segments.filter(({ hit }) => hit).map(({ text }) => text)
const whole = (segments: Loose[]) => segments.map(({ text }) => text).join('')

describe('highlighting', () => {
  it.each([
    ['another form of a word', 'export', SAID.forms, ['Exports'], ['Exporting', 'exported']],
    ['a beginning', 'ledg*', SAID.forms, [], ['ledger']],
    ['some of the words here, the others there', 'stops half', SAID.forms, ['stop'], ['half']],
    ['not what it must be without', 'export -zeppelin', SAID.forms, ['Exports'], ['Exporting', 'exported']],
    [
      'a phrase, not its words elsewhere',
      '"credit card"',
      SAID.phrase,
      [],
      ['credit', 'card', 'credit', 'card'],
    ],
    [
      'a phrase and a word',
      '"credit card" left',
      SAID.phrase,
      [],
      ['credit', 'card', 'left', 'credit', 'card'],
    ],
    ['French forms', 'facture', SAID.french, ['Factures'], ['factures']],
    ['a language known only as it is written', 'fatture', SAID.italian, ['Fatture'], ['fatture']],
    ['a run of another script', '日本語', SAID.japanese, [], ['日本語']],
    ['the beginning of a run', '日本*', SAID.japanese, [], ['日本語']],
  ])('marks %s', async (_, q, said, inTitle, inDescription) => {
    const { title, description } = await found(q, said.title)

    expect([hits(title), hits(description)]).toEqual([inTitle, inDescription])
    expect([whole(title), whole(description)]).toEqual([said.title, said.description])
  })

  it('shows the part of a long text that has the most hits', async () => {
    const { description } = await found('invoice', SAID.long.title)

    expect(hits(description)).toEqual(['invoice', 'invoice'])
    expect(whole(description)).toMatch(
      /^….*Then the invoice vanished, and with the invoice the receipts\..*…$/,
    )
    expect(whole(description).length).toBeLessThan(330)
    expect(LONG).toContain(whole(description).slice(1, -1))
  })

  it('shows the beginning of a long text when only the title was found', async () => {
    const { title, description } = await found('documents', SAID.long.title)

    expect(hits(title)).toEqual(['documents'])
    expect(description.map(({ hit }) => hit)).not.toContain(true)
    expect(whole(description).startsWith('Nothing of this')).toBe(true)
  })

  it('leaves markup as the text that it is', async () => {
    const { title, description } = await found('zebra', SAID.markup.title)

    expect([whole(title), whole(description)]).toEqual([SAID.markup.title, SAID.markup.description])
    expect(hits(title)).toEqual(['zebra'])
    expect(hits(description)).toEqual(['zebra', 'zebra', 'zebra'])
  })

  it('is not misled by the characters that it marks with', async () => {
    const { title, description } = await found('giraffe', SAID.marks.title)

    expect([whole(title), whole(description)]).toEqual([SAID.marks.title, SAID.marks.description])
    expect(hits(title)).toEqual(['giraffe'])
    expect(hits(description)).toEqual(['giraffe', 'giraffe', 'giraffe'])
  })

  it('is there only when something is looked for', async () => {
    const { items } = await get(service, '/observations')

    expect(items.filter((item) => 'highlight' in item)).toEqual([])
  })
})
