// What an issue is called, how it is summed up and whom it quotes.
import { describe, expect, it } from 'vitest'
import { describeIssue } from '../../../src/digest/describe/describe-issue.ts'
import { note, pointing } from './member-notes.ts'

const at = (degrees: number) => ({ vector: pointing(degrees) })

describe('the title', () => {
  it('is that of the member nearest to the center', () => {
    const { title } = describeIssue([
      note('Invoices are sent twice', '', at(-20)),
      note('Customers get the same invoice two times', '', at(1)),
      note('Double mail after every billing run', '', at(25)),
    ])

    expect(title).toBe('Customers get the same invoice two times')
  })

  it('is not about one person when another is about as near', () => {
    const { title } = describeIssue([
      note('Her mother got the invoice twice on Monday', '', at(0)),
      note('Invoices are sent twice', '', at(10)),
      note('Same invoice comes two times', '', at(-12)),
    ])

    expect(title).not.toMatch(/mother/)
  })

  it('is what most say, and names nothing that one alone has', () => {
    const { title } = describeIssue([
      note(
        'Medication review cut short, pharmacist could not hear caller',
        'One-way audio on a call.',
        at(0),
      ),
      ...[-9, -7, -5, 5, 7, 9].map((degrees) =>
        note('No audio on calls', 'The caller is not heard.', at(degrees)),
      ),
    ])

    expect(title).toBe('No audio on calls')
  })

  it('has no second clause where another says it without', () => {
    const { title } = describeIssue([
      note('Tabs are lost, empty tabs', '', at(0)),
      note('Empty tabs', '', at(8)),
      note('Tabs are lost', '', at(-8)),
    ])

    expect(title).not.toContain(',')
  })

  it.each([
    ['Backport CORE-17796 for branch-3.2', 'the number of a ticket'],
    ['2026-03-04 10:11:12 ERROR Upload of the file failed', 'a line of a log'],
    ['Upload of 1,140 files failed', 'a figure of one of them'],
  ])('is not %s: %s', (title) => {
    const members = [
      note(title, '', at(0)),
      note('Uploads stop', '', at(8)),
      note('Upload fails', '', at(-9)),
    ]

    expect(describeIssue(members).title).not.toBe(title)
  })

  it('is not an error as a program words it', () => {
    const { title } = describeIssue([
      note('IOError: Upload fails', '', at(0)),
      note('Uploads stop', '', at(35)),
      note('Upload fails', '', at(-35)),
    ])

    expect(title).not.toMatch(/IOError/)
  })

  it('stands without what a form or a tracker put before it', () => {
    expect(describeIssue([note('[Bug] Uploads stop')]).title).toBe('Uploads stop')
    expect(describeIssue([note('CORE-17796. Uploads stop')]).title).toBe('Uploads stop')
  })

  it('is in English when a near member is, else in the language of most', () => {
    const german = { language: 'de' }
    const others = [
      note('Rechnungen kommen doppelt an', '', { ...german, ...at(0) }),
      note('Die Rechnung wurde zweimal verschickt', '', { ...german, ...at(-3) }),
      note('La facture arrive deux fois', '', { language: 'fr', ...at(1) }),
    ]

    expect(describeIssue([...others, note('Invoices are sent twice', '', at(8))]).title).toBe(
      'Invoices are sent twice',
    )
    expect(describeIssue(others).title).toMatch(/Rechnung/)
    expect(describeIssue([...others, note('Fonts are too small', '', at(80))]).title).toMatch(/Rechnung/)
  })

  it('stays while no other is clearly better, and goes with its observation', () => {
    const members = [
      note('Invoices are sent twice', '', at(6)),
      note('The same invoice is mailed again', '', at(0)),
      note('Two letters after every billing run', '', at(-8)),
    ]

    expect(describeIssue(members, 'Invoices are sent twice').title).toBe('Invoices are sent twice')
    expect(describeIssue(members, 'Invoices are lost').title).toBe('The same invoice is mailed again')
    const far = [note('Fonts are too small', '', at(70)), ...members]
    expect(describeIssue(far, 'Fonts are too small').title).not.toBe('Fonts are too small')
  })

  it('gives way when the first report turns out to be the story of one', () => {
    const reports = [
      note('Pharmacist could not hear caller', '', at(14)),
      note('Silent calls', '', at(-4)),
      note('No audio on calls', '', at(0)),
      note('Sound is missing', '', at(4)),
    ]

    const title = reports.reduce<string | null>(
      (present, _, last) => describeIssue(reports.slice(0, last + 1), present).title,
      null,
    )

    expect(title).not.toMatch(/Pharmacist/)
  })

  it('is cut at a word, counting code points', () => {
    const { title } = describeIssue([note('😀 word '.repeat(60))])

    expect([...title].length).toBeLessThanOrEqual(120)
    expect(title.endsWith('…')).toBe(true)
  })
})

describe('the summary', () => {
  it('says what it is and why it matters, not who told it', () => {
    const { summary } = describeIssue([
      note(
        'Payments are not matched to invoices',
        'The user runs a small print shop. Paid invoices stay open and have to be marked by hand. His wife does it on Sundays.',
      ),
      note(
        'Paid invoices still show as open',
        'She is 62 and has two employees. Every payment has to be marked as paid by hand.',
        at(5),
      ),
    ])

    expect(summary).toMatch(/by hand/)
    expect(summary).not.toMatch(/print shop|wife|62|employees|often named/i)
  })

  it('tells of the problem as one member does, and then where others saw it', () => {
    const { summary } = describeIssue([
      note('No sound', 'The other side cannot be heard during calls.'),
      note('Silent calls', 'Calls have no sound on Android 14.', at(6)),
      note('Calls without sound', 'Heard nothing on iOS, tried twice in version 5.2.', at(-6)),
      note('Nobody is heard in calls', 'On iOS again.', at(7)),
    ])

    expect(summary).toMatch(/ Also seen: on iOS; on Android 14; in version 5\.2\.$/)
  })

  it('names places in the language of the issue', () => {
    const german = { language: 'de' }
    const { summary } = describeIssue([
      note('Kein Ton', 'Die Gegenseite ist im Gespräch nicht zu hören.', german),
      note('Ohne Ton', 'Im Gespräch ist nichts zu hören.', { ...german, ...at(4) }),
      note('Stummer Anruf', 'Kein Ton mit dem neuen iPad seiner Frau.', { ...german, ...at(60) }),
    ])

    expect(summary).toMatch(/ Auch gesehen: auf iPad\.$/)
  })

  it('joins sentences of different members only by saying so', () => {
    const members = [
      note('Export stops at 10,000 rows', 'The rest is missing from the file. There is no warning at all.'),
      note('CSV file is cut off', 'Larger ledgers lose their last rows without a word.', at(4)),
      note('Rows missing after export', 'Totals do not match the screen.', at(-6)),
    ]
    const { summary, title } = describeIssue(members)

    const told = members.map((one) => [`${one.title}.`, ...one.description.split(/(?<=\.) /)])
    const [story = '', reported] = summary.split(' Also reported: ')
    const sentences = story.split(/(?<=\.) /)
    expect(sentences.length).toBeLessThanOrEqual(2)
    const teller = told.find((said) => sentences.every((sentence) => said.includes(sentence)))
    expect(teller).toBeDefined()
    if (reported) expect(told.filter((said) => said.includes(reported))).not.toContain(teller)
    expect(sentences).not.toContain(`${title}.`)
  })

  it('leaves out the trade of the one who tells', () => {
    const { summary } = describeIssue([
      note('Sensors run flat', 'Sugar beet grower; after the firmware update the charge falls quickly.'),
    ])

    expect(summary).toBe('After the firmware update the charge falls quickly.')
  })

  it('does not say again what the title says', () => {
    const { summary } = describeIssue([
      note('CI server is down', '', at(0)),
      note('The CI server is down', 'It answers with a bad gateway.', at(3)),
      note('ci server down', '', at(-3)),
    ])

    expect(summary).toBe('It answers with a bad gateway.')
  })

  it('has no line of a machine', () => {
    const { summary } = describeIssue([
      note(
        'Editor closes on save',
        'NullPointerException: Cannot invoke get() on the saved file. The file on disk is empty afterwards.',
      ),
    ])

    expect(summary).toBe('The file on disk is empty afterwards.')
  })

  it('begins names as they are written', () => {
    const { summary } = describeIssue([note('Upload fails', 'iPhone photos end in an error.')])

    expect(summary).toBe('iPhone photos end in an error.')
  })

  it('is the title where that is all there is', () => {
    expect(describeIssue([note('Export stops')]).summary).toBe('Export stops.')
  })

  it('takes sentences of scripts without spaces apart', () => {
    const { summary } = describeIssue([
      note('合成写真がぼやける', '畝が二重に写り、株数を数えられない。元の写真は鮮明とのこと。', {
        language: 'ja',
      }),
    ])

    expect(summary).toContain('畝が二重に写り、株数を数えられない。')
  })
})

describe('the quotes', () => {
  it('begin with the observation that gave the title', () => {
    const members = [
      note('His mother lost all exports', 'It stops at 10,000 rows.', at(0)),
      note('Exports stop early', 'The last rows never arrive.', at(10)),
    ]

    const { title, quotes } = describeIssue(members)

    expect(title).toBe('Exports stop early')
    expect(quotes[0]?.text).toBe('The last rows never arrive.')
  })

  it('are of different people and do not repeat each other', () => {
    const members = [
      note('Export stops', 'It stops at 10,000 rows.', { userId: 'ann' }),
      note('Export stops again', 'It stops at 10,000 rows once more.', { userId: 'ann', ...at(1) }),
      note('Rows are missing', 'The last rows never arrive.', at(12)),
      note('File is cut off', 'Half of the ledger is gone.', at(-12)),
    ]

    const { quotes } = describeIssue(members)

    const users = quotes.map(({ observationId }) => members.find(({ id }) => id === observationId)?.userId)
    expect(users).toHaveLength(3)
    expect(new Set(users).size).toBe(3)
  })
})

describe('without vectors', () => {
  it('the words that members share decide', () => {
    const none = { vector: null }
    const { title } = describeIssue([
      note('Weather of another town', '', none),
      note('CSV export shows garbled names', 'Opening the file in Excel breaks the accents.', none),
      note('Garbled names in the CSV export', 'Accents are unreadable.', none),
    ])

    expect(title).toMatch(/CSV export/)
  })
})
