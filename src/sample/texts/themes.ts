// All themes of the sample month.
import { BOOKKEEPING } from './bookkeeping.ts'
import { CONNECTIONS } from './connections.ts'
import { CUSTOMERS } from './customers.ts'
import { EVERYDAY } from './everyday.ts'
import { GETTING_PAID } from './getting-paid.ts'
import { GETTING_STARTED } from './getting-started.ts'
import { INVOICES } from './invoices.ts'
import { RECEIPTS } from './receipts.ts'
import type { Theme } from './theme.ts'

export const THEMES: Theme[] = [
  ...GETTING_PAID,
  ...INVOICES,
  ...BOOKKEEPING,
  ...CUSTOMERS,
  ...RECEIPTS,
  ...GETTING_STARTED,
  ...EVERYDAY,
  ...CONNECTIONS,
]
