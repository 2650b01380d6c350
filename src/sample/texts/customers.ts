// Sample themes: quotes, customers, the mail that carries an invoice, and hours worked.
import { note, type Theme } from './theme.ts'

export const CUSTOMERS: Theme[] = [
  {
    name: 'invoice mails in the junk folder',
    course: 'steady',
    notes: [
      note(
        'negative',
        'Invoice emails land in the junk folders of customers',
        'Three customers said that they never got an invoice; all three found it in junk. The user now calls after each invoice.',
        'Customers find the invoice in their spam',
        'The user asks what can be done so that invoices do not go to spam at one large provider.',
      ),
      note(
        'negative',
        'Invoice mail comes from an address that nobody knows',
        'The sender is a no-reply address of the app. A customer took the invoice for a fraud and deleted it.',
        'Customer took the invoice email for a scam',
        'The user would like invoices to come from their own address, so that customers recognize them.',
      ),
      note(
        'neutral',
        'Send invoices from an address at my own domain',
        'Asked how to set up their own domain as the sender, and whether that helps against spam folders.',
        'Wants invoice emails to come from their own address',
        'The user owns a domain and found no setting for the sender of invoice mails.',
      ),
      note(
        'negative',
        'Bounced invoice email goes unnoticed',
        'The address of the customer had a typo. The invoice showed as sent for five weeks.',
        'No warning when an invoice email bounces',
        'The mail came back as undeliverable and the app said nothing. The user found out by accident.',
      ),
      note(
        'neutral',
        'Copy of each invoice email to my own mailbox',
        'The user would like a blind copy of every invoice mail for the archive.',
        'Blind copy when sending invoices',
        'Wants to see exactly what the customer got, in their own mailbox.',
      ),
    ],
  },
  {
    name: 'quotes',
    course: 'steady',
    notes: [
      note(
        'neutral',
        'Turn an accepted quote into several invoices',
        'A roofer writes one quote and bills it in three stages. The app turns it into exactly one invoice.',
        'Bill a quote in stages',
        'After the first invoice the quote is closed, so the user copies the rest by hand.',
      ),
      note(
        'neutral',
        'Customers should accept a quote with one click',
        'The user gets acceptance by phone and forgets to note it. A button in the quote mail would settle it.',
        'Accept button on quotes',
        'Wants written acceptance of quotes without printing and scanning.',
      ),
      note(
        'negative',
        'Quote keeps the old price after the price list changed',
        'The user raised prices and the drafts of quotes still carry the old ones. One went out too cheap.',
        'Old prices in quote drafts',
        'Nothing hinted that the draft was older than the price list. The job is now done at a loss.',
      ),
      note(
        'positive',
        'Optional items on a quote win jobs',
        'Customers tick extras on the quote by themselves. The user sold two upgrades this week that way.',
        'Customers like to choose options on the quote',
        'The user thinks that optional items pay for the subscription.',
      ),
      note(
        'neutral',
        'How long is a quote valid?',
        'A customer accepted a quote from last year. The user asks how to put an end date on quotes.',
        'Expiry date for quotes',
        'Would like quotes to say until when they hold, and to close by themselves.',
      ),
    ],
  },
  {
    name: 'customer records',
    course: 'steady',
    notes: [
      note(
        'negative',
        'Two records for the same customer cannot be merged',
        'The customer exists twice after the import, and the balance is split between both records.',
        'Merge duplicate customers',
        'The user moves invoices between two records of one customer by crediting and writing them again.',
      ),
      note(
        'neutral',
        'Several contacts for one customer',
        'Invoices go to accounting, quotes to the buyer. The record has room for one email address.',
        'Different email address for invoices and quotes',
        'The user changes the address of the customer back and forth before each mail.',
      ),
      note(
        'negative',
        'Changing an address alters old invoices',
        'The customer moved, the user changed the address, and the PDF of last year shows the new one.',
        'Old invoices show the new address of a customer',
        'The accountant noticed that invoices of last year had changed. They must not, says the user.',
      ),
      note(
        'neutral',
        'Notes on a customer that only the team sees',
        'The user wants to note door codes and preferences on the customer without printing them.',
        'Private notes per customer',
        'Keeps notes on customers on paper, because the only notes field is printed on invoices.',
      ),
      note(
        'positive',
        'Customer page shows everything at one glance',
        'Open invoices, last payment, last quote: the user answers calls with the page open.',
        'Likes the overview of a customer',
        'Said that the customer page makes them look well prepared on the phone.',
      ),
    ],
  },
  {
    name: 'hours worked',
    course: 'steady',
    notes: [
      note(
        'neutral',
        'Track hours and put them on the invoice',
        'The user tracks hours in another app and types them in at the end of the month.',
        'Timer for billable hours',
        'A consultant would like a timer per customer whose hours end up on the invoice.',
      ),
      note(
        'neutral',
        'Import hours from a time tracking app',
        'Asked whether a file with hours per project can become invoice items.',
        'Turn a time sheet into invoice items',
        'Forty lines of a time sheet are typed in by hand each month.',
      ),
      note(
        'negative',
        'Quarter hours are rounded to tenths',
        'Two and a quarter hours become 2.3 on the invoice, and the customer calculates 2.25.',
        'Invoice rounds 2.25 hours to 2.3',
        'The quantity field keeps one decimal only. Every invoice of the user is a little wrong.',
      ),
      note(
        'neutral',
        'Different hourly rates per colleague',
        'Three people, three rates. The user wants to pick the colleague instead of typing the price.',
        'Hourly rate by person',
        'The wrong rate was used twice, because it is typed in by hand.',
      ),
    ],
  },
]
