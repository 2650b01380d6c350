// Sample themes: other software, reports, credit notes and updates of the app.
import { note, type Theme } from './theme.ts'

export const CONNECTIONS: Theme[] = [
  {
    name: 'web shop orders',
    course: 'steady',
    notes: [
      note(
        'neutral',
        'Connect the web shop so that orders become invoices',
        'The user sells candles in a web shop and types thirty orders a week into the app.',
        'Orders of the web shop should create invoices',
        'Asked which shop systems can be connected. The one they use is not on the list.',
      ),
      note(
        'negative',
        'Shop connection misses orders with a discount',
        'Orders with a discount code never arrive as invoices. The user found twelve missing ones.',
        'Discounted shop orders are not imported',
        'All orders of the sale weekend are missing, because each carried a discount.',
      ),
      note(
        'negative',
        'Refund in the shop does not make a credit note',
        'The customer got the money back in the shop and the invoice still shows as paid.',
        'Shop refunds are ignored by the connection',
        'The user books refunds a second time by hand and forgets some of them.',
      ),
      note(
        'positive',
        'Shop connection saved the holiday season',
        'Four hundred orders in a week and not one invoice typed by hand.',
        'Web shop invoices run by themselves',
        'The user was afraid of December and then had an evening off.',
      ),
    ],
  },
  {
    name: 'reports',
    course: 'steady',
    notes: [
      note(
        'neutral',
        'Profit per project',
        'The user wants to see income and costs of one project together.',
        'Report by project',
        'Adds up invoices and receipts per building site in a notebook.',
      ),
      note(
        'neutral',
        'Compare this year with the last in one chart',
        'The report shows one year at a time. The user holds two printouts against the window.',
        'Year over year comparison in reports',
        'Would like to see at a glance whether the spring was better than last spring.',
      ),
      note(
        'negative',
        'Report counts drafts as revenue',
        'Revenue of the month was higher than what was billed. The drafts are in it.',
        'Draft invoices appear in the revenue report',
        'The user planned with money that had never been billed.',
      ),
      note(
        'neutral',
        'What is the difference between billed and received in the report?',
        'The two totals confuse the user, who asks which one the tax office wants.',
        'Unsure which total of the report to use',
        'Asked for a sentence next to each number that says what it counts.',
      ),
      note(
        'positive',
        'Cash forecast is surprisingly accurate',
        'The forecast for the month was off by less than the price of a lunch.',
        'Praise for the cash forecast',
        'The user decided on a new van with the forecast on the screen.',
      ),
    ],
  },
  {
    name: 'credit notes',
    course: 'steady',
    notes: [
      note(
        'neutral',
        'How to credit only one item of an invoice',
        'One of five items was returned. The user found only a credit for the whole invoice.',
        'Credit note for part of an invoice',
        'Asked for the right way to correct a single item of an invoice that was sent.',
      ),
      note(
        'negative',
        'Credit note does not name the invoice that it corrects',
        'The accountant refuses credit notes without a reference to the invoice.',
        'Reference to the invoice is missing on the credit note',
        'The user writes the number of the invoice into the footer of each credit note.',
      ),
      note(
        'negative',
        'Sent invoice can be deleted without a credit note',
        'A colleague deleted an invoice that the customer had already. The books no longer match.',
        'Deleting a sent invoice should not be possible',
        'The user expected a warning, or a credit note, when a sent invoice is deleted.',
      ),
    ],
  },
  {
    name: 'new look of the app',
    course: 'recent',
    notes: [
      note(
        'negative',
        'Cannot find the export button in the new menu',
        'Since the new look the export is under three dots. The user searched for ten minutes.',
        'New menu hides the export',
        'The user asked where the export went. It was visible all the time before.',
      ),
      note(
        'very positive',
        'The new look is calmer and quicker to read',
        'The user noticed the larger numbers first and said that evenings with the books are less tiring.',
        'Compliments for the new design',
        'Opened the app on Monday and thought that somebody had tidied up.',
      ),
      note(
        'negative',
        'New colors make paid and open hard to tell apart',
        'The user is color-blind. The old labels had words, the new ones only dots.',
        'Status dots are useless for color-blind users',
        'Green and red dots look the same to the user, who asks for the words to come back.',
      ),
      note(
        'neutral',
        'Can the old menu be switched back on?',
        'After years of habit the user clicks in the wrong place all day.',
        'Asks for the old navigation',
        'The user is not against the new one, but would have liked a warning.',
      ),
      note(
        'very positive',
        'Bigger buttons on the tablet are wonderful',
        'The user works with gloves in a workshop and hits every button now.',
        'New buttons are easy to hit on a tablet',
        'Thanked for what they called the first update made for hands that work.',
      ),
    ],
  },
]
