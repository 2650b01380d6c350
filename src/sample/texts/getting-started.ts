// Sample themes: signing in, moving in, letting others in, and what it costs.
import { note, type Theme } from './theme.ts'

export const GETTING_STARTED: Theme[] = [
  {
    name: 'sign-in codes come late',
    course: 'fading',
    decision: {
      status: 'resolved',
      note: 'Codes go out over another mail route since the 2nd; none came late since.',
      daysAgo: 13,
    },
    notes: [
      note(
        'very negative',
        'Sign-in code arrives after it has expired',
        'The code by email took eleven minutes and is valid for ten. The user tried five times and could not send an invoice that day.',
        'Email with the sign-in code comes too late',
        'Each code arrives a minute after it has expired. The user has been locked out since the morning.',
      ),
      note(
        'negative',
        'No sign-in code at all for one mail provider',
        'Two colleagues with addresses at the same provider get no sign-in codes, not even in the junk folder.',
        'Sign-in codes never reach some mailboxes',
        'The user switched to a private address to get in, because codes do not arrive at the company one.',
      ),
      note(
        'negative',
        'Asked for a sign-in code on every visit',
        'Ticking "trust this device" has no effect; a new code is needed each time, and each takes minutes to arrive.',
        'Trusted device is not remembered and codes are slow',
        'The user signs in ten times a day and waits for a code each time.',
      ),
      note(
        'negative',
        'Several sign-in codes arrive at once and none works',
        'After three tries three codes arrived together; only the newest is valid, and it had expired as well.',
        'Three codes at the same minute, all of them expired',
        'The user asked again because no code came, which made the earlier ones invalid.',
      ),
      note(
        'very negative',
        'Could not sign in to send an urgent invoice',
        'The sign-in code did not come for half an hour. The customer needed the invoice before the end of the business day.',
        'Missed a deadline waiting for the sign-in code',
        'A public customer closes the books at noon. The code came at half past twelve.',
      ),
    ],
  },
  {
    name: 'moving in',
    course: 'steady',
    notes: [
      note(
        'positive',
        'Import of customers from a spreadsheet took five minutes',
        'Three hundred customers, one file, columns found by themselves. The user had set an afternoon aside.',
        'Customer import recognized all columns',
        'The user had feared the move for a year and was done before the coffee was cold.',
      ),
      note(
        'negative',
        'Import creates customers without their address',
        'Street and town were in one column, and the import left both out without a word.',
        'Addresses lost in the customer import',
        'After the import two hundred customers had no address. The user deleted all and started over.',
      ),
      note(
        'neutral',
        'Can old invoices be imported?',
        'The user would like the last two years of invoices in the app, for the reports.',
        'Question about importing invoices of earlier years',
        'Customers came over easily; the user found no way to bring old invoices along.',
      ),
      note(
        'negative',
        'Import stops at the first faulty line',
        'Line 214 had no name, and the whole import was refused. The user had to find the line in the spreadsheet.',
        'One bad line makes the whole import fail',
        'The message named no line number. It took the user an hour to find the empty cell.',
      ),
      note(
        'very positive',
        'First invoice sent ten minutes after signing up',
        'A user who calls themselves bad with computers had the first invoice out in ten minutes.',
        'Set-up was much easier than expected',
        'Wanted to know whether that was really all there is to do.',
      ),
    ],
  },
  {
    name: 'access for the accountant',
    course: 'steady',
    decision: { status: 'planned', note: 'A read-only seat that costs nothing.', daysAgo: 16 },
    notes: [
      note(
        'neutral',
        'Read-only access for the accountant',
        'The accountant asks for figures by email several times a month. The user would rather give a login that can read everything and change nothing.',
        'Accountant should be able to look without changing anything',
        'Wants to invite the tax adviser as a reader. The only roles offered may edit invoices.',
      ),
      note(
        'negative',
        'Accountant seat counts as a paid user',
        'Inviting the accountant would cost another seat, for somebody who signs in four times a year.',
        'Paying a full seat for the accountant feels wrong',
        'The user shares their own password with the accountant instead, and knows that this is bad.',
      ),
      note(
        'neutral',
        'Accountant serves twelve customers and signs in twelve times',
        'The accountant would like to switch between customers with one account.',
        'One login for an accountant with many customers',
        'Each customer invites the same address, and it only works with a new account each time.',
      ),
      note(
        'neutral',
        'Send the monthly report to the accountant by itself',
        'A monthly email with the report would be enough, access is not even needed.',
        'Scheduled report for the accountant',
        'The user sends the same report by hand on the first of each month.',
      ),
    ],
  },
  {
    name: 'plans and prices',
    course: 'steady',
    notes: [
      note(
        'negative',
        'Unclear which plan includes reminders',
        'The user upgraded for automatic reminders and found out that they belong to the next larger plan.',
        'Bought the wrong plan because the comparison is unclear',
        'The price table has a tick at reminders; the footnote says manual ones only.',
      ),
      note(
        'very negative',
        'Price went up without a notice',
        'The monthly charge rose from 12 to 15 and the user only saw it on the bank statement.',
        'User feels cheated by a price increase',
        'Says that no email announced the higher price. They may leave at the end of the year.',
      ),
      note(
        'negative',
        'Cannot find where to cancel',
        'The user looked for the cancel button for twenty minutes. It is only visible in the browser, not in the phone app.',
        'Canceling the plan is hard to find',
        'Wants to pause the business for a year and found no way to cancel on the phone.',
      ),
      note(
        'neutral',
        'Is there a plan for two invoices a year?',
        'A retired engineer writes two invoices a year and asks for something between free and monthly.',
        'Monthly price too high for very few invoices',
        'Would pay per invoice rather than per month.',
      ),
      note(
        'positive',
        'Annual plan is worth the money',
        'The user renewed for a year and said that it saves more than it costs in a single month.',
        'Happy to renew for another year',
        'Compared three other tools before renewing and stayed.',
      ),
    ],
  },
]
