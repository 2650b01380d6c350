// The guidelines of the sample month: the defaults with a few lines of the product's own, changed once.
import { defaultGuidelines } from '../../domain/guidelines/default-guidelines.ts'

const PRODUCT = `

## About this product

An invoicing app for freelancers and small businesses: invoices, payment links, reminders, a bank feed, receipts and
exports for accountants. Name the part of the app in the title.`

const AMOUNTS = `

Leave out amounts, account numbers and the names of the user's customers unless the observation makes no sense without
them. Write what the user was trying to get done.`

const { observations: BASIS } = defaultGuidelines({ name: 'Sample', about: null })

export const SAMPLE_GUIDELINES = [
  { observations: BASIS + PRODUCT, research: null, daysAgo: 27 },
  { observations: BASIS + PRODUCT + AMOUNTS, research: null, daysAgo: 12 },
]
