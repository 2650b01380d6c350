// What users of an invented product say, by matter: alike within one, unlike across.

export type Said = { title: string; description: string }

const said = (title: string, description: string): Said => ({ title, description })

export const EXPORT = [
  said(
    'CSV export stops at 10,000 rows',
    'The CSV export of the ledger stops after 10,000 rows, the remaining rows are missing from the file.',
  ),
  said(
    'Export to CSV is cut off at 10,000 rows',
    'When I export the ledger to CSV the file is cut off, only 10,000 rows are exported.',
  ),
  said(
    'Ledger CSV export is missing rows',
    'The exported CSV file of the ledger has only 10,000 rows, the rest of the rows are missing.',
  ),
  said(
    'CSV export ends after 10,000 rows',
    'My ledger has 14,000 rows but the CSV export ends after 10,000 rows without any warning.',
  ),
]

export const PASSWORD = [
  said(
    'Password reset email never arrives',
    'I asked for a password reset three times and the reset email never arrives, so I cannot log in.',
  ),
  said(
    'No email after password reset',
    'I do not receive the password reset email, I checked spam, and I cannot log in to my account.',
  ),
  said(
    'Password reset mail does not arrive',
    'The password reset email did not arrive even after an hour, I am locked out of my account.',
  ),
]

export const DARK = [
  said(
    'Please add a dark mode',
    'I would love a dark mode, the white screen hurts my eyes when I work at night.',
  ),
  said('Dark mode would be great', 'Could you add a dark theme? The bright white screen is tiring at night.'),
  said(
    'Wish for a dark theme',
    'Please add a dark mode or dark theme for working at night, white is too bright.',
  ),
]

export const CHARGED = [
  said(
    'Charged twice this month',
    'My credit card was charged twice for the subscription this month, please refund one payment.',
  ),
  said(
    'Double charge on my credit card',
    'The subscription was charged twice on my credit card, I want a refund for the second payment.',
  ),
  said(
    'Subscription billed two times',
    'I was billed twice for the same month of subscription, my card shows two payments, refund please.',
  ),
]

export const MAPS = [
  said(
    'Map of delivery routes is upside down',
    'The delivery route map shows north at the bottom on my tablet.',
  ),
  said(
    'Delivery map is upside down',
    'On my tablet the map of delivery routes is upside down, south is on top.',
  ),
]

export const PRAISE = [
  said(
    'The new calendar view is wonderful',
    'I love the new calendar view, it is beautiful and saves me a lot of time every morning. Thank you!',
  ),
  said(
    'Love the calendar view',
    'The new calendar view is fantastic, great work, it makes planning my week a pleasure.',
  ),
]

/** One of each, unlike each other: a background to stand out from. */
export const VARIOUS: Said[] = [
  said('Keyboard shortcut for search', 'How do I open the search box with the keyboard?'),
  said('Printer margins are wrong', 'Printed receipts have their left margin cut away on A5 paper.'),
  said('Time zone of meetings', 'Meetings show an hour late since we moved to Lisbon.'),
  said('Emoji in comments', 'Comments with emoji are saved as question marks.'),
  said('Spanish translation has mistakes', 'Several menu entries are translated badly into Spanish.'),
  said('Barcode scanner needs two tries', 'The warehouse scanner reads each barcode only at the second try.'),
  said('Invite a colleague as viewer', 'We want to invite auditors who can read but change nothing.'),
  said('Battery is empty by noon', 'The app empties the battery of my phone within half a day.'),
]

/** As many different observations as asked for, of `kinds` different matters. */
export function manyOf(count: number): Said[] {
  const all = [EXPORT, PASSWORD, DARK, CHARGED, MAPS, PRAISE, ...VARIOUS.map((one) => [one])]
  return Array.from({ length: count }, (_, i) => {
    const matter = all[i % all.length] as Said[]
    const { title, description } = matter[Math.floor(i / all.length) % matter.length] as Said
    return said(title, `${description} Case ${i}.`)
  })
}
