// The tags of the sample month.
import type { TagCreate } from '../../contract/tags/tags.ts'

export const SAMPLE_TAGS: Required<Pick<TagCreate, 'label' | 'config'>>[] = [
  {
    label: 'payments',
    config: {
      description: 'Customers paying invoices: payment links, cards, deposits and instalments.',
      keywords: [
        'payment link',
        'payment page',
        'card',
        'deposit',
        'instalment',
        'lien de paiement',
        'acompte',
      ],
      examples: ['The customer could not pay the invoice by card.'],
      color: '#2f9e44',
    },
  },
  {
    label: 'reminders',
    config: {
      description: 'Automatic payment reminders to customers.',
      keywords: ['reminder', 'reminded', 'late fee', 'Mahnung', 'Zahlungserinnerung'],
      exclude: ['which plan includes reminders'],
      color: '#e8590c',
    },
  },
  {
    label: 'bank feed',
    config: {
      description: 'Transactions imported from the bank, and matching them with invoices.',
      keywords: ['bank feed', 'bank sync', 'bank transaction', 'Bankumsätze', 'bank connection'],
      examples: ['The same bank transaction was imported twice.'],
      color: '#1971c2',
    },
  },
  {
    label: 'taxes and accountant',
    config: {
      description: 'Sales tax, tax returns, exports and access for the accountant.',
      keywords: ['accountant', 'tax', 'tax return', 'reverse charge', 'asesora'],
      color: '#6741d9',
    },
  },
  {
    label: 'receipts',
    config: {
      description: 'Scanning and booking receipts and expenses.',
      keywords: ['receipt', 'expense', 'Beleg', 'レシート'],
      color: '#0c8599',
    },
  },
  {
    label: 'performance',
    config: {
      description: 'The app being slow, hanging or timing out.',
      keywords: ['slow', 'timeout', 'times out', 'lenta'],
      examples: [
        'The list takes twenty seconds to load.',
        'Each click takes several seconds since the update.',
      ],
      color: '#c92a2a',
    },
  },
  {
    label: 'phone',
    config: {
      description: 'Using the product on a phone.',
      keywords: ['phone', 'offline', 'スマートフォン', 'Telefon'],
      exclude: ['phone call'],
      color: '#f08c00',
    },
  },
  {
    label: 'might leave',
    config: {
      description: 'Users who think about canceling or moving to another product.',
      keywords: ['cancel', 'leave at the end', 'other tool'],
      examples: ['Considers leaving because of the price.', 'Went back to writing invoices by hand.'],
      color: '#a61e4d',
    },
  },
]
