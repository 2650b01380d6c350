// Notes that tell of what must not be buried, and notes that have its words and do not.
import { describe, expect, it } from 'vitest'
import type { Stake } from '../../../src/contract/labels.ts'
import { stakeOf } from '../../../src/digest/describe/stakes.ts'

const GRAVE: [Stake, string][] = [
  ['privacy', "Opened the invoice list and saw another customer's invoices"],
  [
    'privacy',
    'After the update she was logged in as somebody else and could read their messages: someone else’s inbox',
  ],
  ['privacy', 'The weekly report was sent to the wrong customer'],
  ['privacy', 'Private photos are visible to everyone who has the link'],
  ['privacy', 'The export contains personal data of other patients'],
  ['privacy', 'His account was hacked last night'],
  ['privacy', 'The support page leaks e-mail addresses in the page source'],
  ['privacy', 'Passwords are mailed in plain text'],
  ['privacy', 'Er sieht Rechnungen von anderen Kunden'],
  ['privacy', "Elle a reçu la facture d'un autre client"],
  ['privacy', 'Ve los datos de otro paciente en su historial'],
  ['privacy', '別の顧客の請求書が表示された'],
  ['privacy', '打开后看到了其他用户的订单'],
  ['privacy', 'Видит заказы других покупателей: чужие данные'],
  ['data', 'Sync wiped three months of notes'],
  ['data', 'All her recordings are gone after the migration'],
  ['data', 'Lost two hours of work when the app closed'],
  ['data', 'The app deleted everything in the folder'],
  ['data', 'Import corrupts the database when it is interrupted'],
  ['data', 'Alle Fotos sind nach dem Update weg'],
  ['data', 'Il a perdu toutes ses notes'],
  ['data', 'Perdió todos los archivos del proyecto'],
  ['data', 'Straciła wszystkie notatki po aktualizacji'],
  ['data', 'アップデート後、写真が全部消えました'],
  ['data', '升级以后照片全没了，数据丢失'],
  ['data', 'После обновления пропали все заметки'],
  ['money', 'Her card was charged twice for one ride'],
  ['money', 'Was billed again after cancelling the plan'],
  ['money', 'The refund never arrived, six weeks on'],
  ['money', 'The payout went to the wrong account'],
  ['money', 'Lost $340 because the order was placed two times'],
  ['money', 'There is an unauthorized charge on his statement'],
  ['money', 'Wurde doppelt abgebucht'],
  ['money', 'Elle a été débitée deux fois'],
  ['money', 'Le cobraron dos veces el mismo pedido'],
  ['money', 'Foi cobrado duas vezes no cartão'],
  ['money', 'È stato addebitato due volte'],
  ['money', '二重に請求された'],
  ['money', '被重复扣款了'],
  ['safety', 'The charger caught fire overnight'],
  ['safety', 'He got an electric shock from the case'],
  ['safety', 'The reminder showed the wrong dose for her insulin'],
  ['safety', 'Navigation sent him into oncoming traffic'],
  ['safety', 'She nearly fell when the stair lift stopped'],
  [
    'safety',
    'The allergy warning was missing: no allergies shown although the record has them: patient safety',
  ],
  ['safety', 'Das Gerät hat Feuer gefangen'],
  ['law', 'Says she will sue if the contract is not ended'],
  ['law', 'This breaches GDPR, and he complained to the data protection authority'],
  ['law', 'It is illegal to hide the total price in his country'],
  ['law', 'Will seinen Anwalt einschalten'],
  // Written in a second go, with other words.
  [
    'privacy',
    "Her ex found her new address on the public profile: home address is visible to strangers' accounts, a privacy breach",
  ],
  ['privacy', 'A courier got the phone number and notes of a different customer'],
  ['privacy', 'Chat history from another company shows up in the sidebar'],
  ['privacy', 'Payslip was mailed to a different employee'],
  ['data', 'Autosave overwrote the whole chapter with an empty one: 40 pages gone'],
  ['data', 'Restoring the backup erased all entries since May'],
  ['data', 'Half of the contacts vanished'],
  ['money', 'Money disappeared from his balance'],
  ['money', 'Overcharged by 80 euros on the last invoice'],
  ['money', 'The driver says his tips are missing for the third week'],
  ['safety', 'The battery exploded in his bag'],
  ['safety', 'A child was hurt by the folding door'],
  ['safety', 'The smoke detector never went off'],
  ['law', 'Their lawyer asked for the log files'],
  ['law', 'Ads for gambling to minors are unlawful, he wrote'],
]

const OTHERS: string[] = [
  'I lost my place in the list',
  'Privacy settings are nice',
  'Wants to see who else is in the call',
  'The privacy page has a typo',
  'Asks where the GDPR export is',
  'Would like a warning before anything is deleted',
  'Lost track of which orders were shipped',
  'Lost interest after the second lesson',
  'The button to delete all notes is hard to find',
  'Asks how to charge two cards at once',
  'How long does a refund take?',
  'Wants to pay twice a year instead of monthly',
  'Charges the battery twice a day',
  'The legal notice is not translated',
  'Court bookings at the tennis club are confusing',
  'The security code field is too small',
  'Backups protect her against data loss, she is glad',
  'Praises that the app never lost his data',
  'No data loss so far, he says, after the crash',
  'The burn-down chart is upside down',
  'The app crashes on start',
  'Memory leak in the editor after an hour',
  'The search loses focus after each letter',
  'Another user cannot be invited',
  'Wants to share a document with another person',
  'Cannot switch to a different account',
  'Delete key removes two characters',
  'The payment form is slow',
  'Asks for invoices in another language',
  'The fire icon is red in dark mode',
  'The dose unit should be selectable',
  'Accident form has too many fields',
  'The hospital list is sorted wrongly',
  'Verliert den Fokus im Suchfeld',
  'Wünscht sich eine Datenschutzerklärung auf Deutsch',
  'Voudrait payer en deux fois',
  'Quiere pagar en dos cuotas',
  '写真の並び順を変えたい',
  '退款需要多久？',
  // Written in a second go, with other words.
  'Her profile photo is cropped',
  'The map shows another route than the printed plan',
  'Wrong patient name is misspelled in the greeting line',
  'Lost connection for a minute, then it went on',
  'Lost the game because of lag',
  'The discount was not applied at first, then it was',
  'Asks whether the data is encrypted',
  'The app hides the message history behind a menu',
  'Can I see my own data of last year?',
  'It shows the wrong amount of unread mails',
  'The export has no column for other names',
  'He was hurt by the tone of the reminder mails',
  'Illegal characters in the file name are not explained',
  'The exploded view of the model is slow',
  'Suggests a law category for articles',
  'Copying all the notes takes long',
  'Wants to wipe all test entries with one click',
]

describe('what is at stake', () => {
  const found = [
    ...GRAVE.map(([stake, text]) => ({ stake: stake as Stake | null, text })),
    ...OTHERS.map((text) => ({ stake: null, text })),
  ].map(({ stake, text }) => ({
    stake,
    text,
    got: stakeOf({ title: text, description: '', kind: 'problem' }),
  }))

  it('is found in nearly all notes that tell of it', () => {
    const missed = found.filter(({ stake, got }) => stake !== null && got === null)

    expect(missed.map(({ text }) => text)).toEqual([])
  })

  it('is not found in notes that only have its words', () => {
    const wrong = found.filter(({ stake, got }) => stake === null && got !== null)

    expect(wrong.map(({ text, got }) => `${got}: ${text}`)).toEqual([])
  })

  it('is not found in what is wished for or praised', () => {
    const [, text = ''] = GRAVE[0] ?? []

    for (const kind of ['request', 'praise'] as const)
      expect(stakeOf({ title: text, description: '', kind })).toBeNull()
  })

  it('is named as what it is', () => {
    const other = found.filter(({ stake, got }) => stake !== null && got !== null && got !== stake)

    expect(other.map(({ text, stake, got }) => `${stake}, not ${got}: ${text}`)).toEqual([])
  })
})
