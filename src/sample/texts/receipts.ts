// Sample themes: receipts, expenses and who approves them.
import { note, type Theme } from './theme.ts'

export const RECEIPTS: Theme[] = [
  {
    name: 'receipt scan misreads totals',
    course: 'steady',
    notes: [
      note(
        'negative',
        'Receipt scan reads the wrong total',
        'The scan took the cash given, 50.00, for the total of 37.80. The user corrects about every fifth receipt.',
        'Scanned receipt shows cash given instead of the total',
        'On supermarket receipts the scan picks the larger number below the total. The expense was booked too high.',
      ),
      note(
        'negative',
        'Receipt scan mixes up day and month',
        'A receipt of the 4th of March was booked on the 3rd of April. The user found out when the report of April looked odd.',
        'Scan swaps day and month of a receipt',
        'Dates before the 13th are read the wrong way round, so expenses land in the wrong month.',
      ),
      note(
        'neutral',
        'Faded fuel receipts cannot be scanned',
        'Thermal paper from the petrol station fades after days. The scan finds nothing and the user types it in.',
        'Scan finds no total on faded receipts',
        'Asked whether the scan could at least keep the picture when it cannot read the sum.',
      ),
      note(
        'negative',
        'Receipt scan drops the tip',
        'The total with the tip was written by hand. The scan only read the printed sum, so the expense is too low.',
        'Tip written by hand is ignored by the receipt scan',
        'Restaurant receipts always come out too low, because the tip is added in pen.',
      ),
      note(
        'negative',
        'Long receipt is scanned only in part',
        'A builder scans receipts a foot and a half long. Only the upper part is read, and the total is at the bottom.',
        'Scan cuts off long receipts before the total',
        'The user takes two pictures of long receipts, and the app makes two expenses of them.',
      ),
    ],
  },
  {
    name: 'scanning on the phone',
    course: 'steady',
    notes: [
      note(
        'very positive',
        'Scanning receipts with the phone is a joy',
        'The user photographs receipts right at the till and has thrown the shoe box away.',
        'Shoe box of receipts is gone thanks to the scan',
        'Said that the phone scan is the reason why the tax return was finished in one afternoon.',
      ),
      note(
        'positive',
        'Receipt found by the name of the café',
        'Searching for the café brought up the receipt although the user had typed nothing in.',
        'Search finds text inside scanned receipts',
        'The user was surprised and pleased that the search reads the receipts themselves.',
      ),
      note(
        'positive',
        'Several receipts in one photo worked',
        'Four receipts on the table, one photo, four expenses. The user tried it as a joke.',
        'One photo of four receipts made four expenses',
        'Did not expect it to work and told two colleagues about it.',
      ),
      note(
        'very positive',
        'Forwarding email receipts works without a thought',
        'Hotel and train receipts go to the forwarding address and appear as expenses minutes later.',
        'Email receipts arrive by themselves',
        'The user set up a rule in the mailbox and has not typed in a travel receipt since.',
      ),
    ],
  },
  {
    name: 'approving expenses',
    course: 'steady',
    notes: [
      note(
        'neutral',
        'Expenses of employees should need approval',
        'The owner of a small agency wants to approve expenses before they are booked. At present everyone books right away.',
        'Approval step before an expense is booked',
        'Four employees scan receipts; the owner would like to see and approve them first.',
      ),
      note(
        'neutral',
        'Role that may only hand in receipts',
        'Drivers should hand in fuel receipts without seeing invoices and bank balances.',
        'Employees should not see the bank balance to hand in a receipt',
        'Asked for a role that can add expenses and nothing else.',
      ),
      note(
        'negative',
        'Employee saw all salaries in the expenses list',
        'A part-time employee was invited to scan receipts and could see the salary payments. The owner is upset.',
        'Invited helper can read salary payments',
        'There is no way to hide categories from a member. The owner removed the employee again.',
      ),
      note(
        'neutral',
        'Who booked this expense?',
        'Two people book expenses and the user wants to see the name next to each.',
        'Show who added an expense',
        'Found an expense that nobody remembers and asked for a history.',
      ),
    ],
  },
  {
    name: 'mileage',
    course: 'steady',
    notes: [
      note(
        'neutral',
        'Log kilometres driven for customers',
        'A piano tuner keeps a paper log of trips and would like to bill kilometres straight from the phone.',
        'Mileage log that ends on the invoice',
        'Asks for trips with distance and purpose, which can be put on the invoice of a customer.',
      ),
      note(
        'neutral',
        'Mileage rate differs per country',
        'The user tried to add mileage as an expense and had to calculate the allowance by hand.',
        'Calculate the mileage allowance by itself',
        'Entering forty trips a month with a pocket calculator is what the user wants to be rid of.',
      ),
      note(
        'positive',
        'Templates for repeated expenses help with trips',
        'As there is no mileage log, the user made a template for the weekly trip and is content with it.',
        'Works around missing mileage with an expense template',
        'Found the templates by chance and now books the same trip with two taps.',
      ),
    ],
  },
]
