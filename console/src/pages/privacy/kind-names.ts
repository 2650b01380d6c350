// Names of the kinds of redacted text.
import type { RedactionKind } from '../../../../src/contract/labels.ts'

export const KIND_NAMES: Record<RedactionKind, string> = {
  email: 'Email addresses',
  phone: 'Phone numbers',
  card: 'Payment card numbers',
  iban: 'Bank account numbers (IBAN)',
  ip: 'IP addresses',
  secret: 'Passwords, API keys, and tokens',
}

/** A project's own pattern has its own name. */
export const nameOfKind = (kind: string): string =>
  Object.hasOwn(KIND_NAMES, kind) ? KIND_NAMES[kind as RedactionKind] : kind
