// What agents are told about redaction: what the service removes, and that this is no reason to send it.
import type { RedactionKind } from '../../contract/labels.ts'
import type { PrivacyRow } from '../../db/privacy/privacy.ts'

const WORDS: Record<RedactionKind, string> = {
  email: 'email addresses',
  phone: 'telephone numbers',
  card: 'payment card numbers',
  iban: 'bank account numbers (IBAN)',
  ip: 'IP addresses',
  secret: 'passwords, API keys and tokens',
}

/** Null if nothing is removed. */
export function privacyText({ redact, patterns }: PrivacyRow): string | null {
  const lines = [
    ...redact.map((kind) => `- ${WORDS[kind]}: \`[${kind}]\``),
    ...patterns.map(({ name }) => `- what this team calls ${name}: \`[${name}]\``),
  ]
  if (lines.length === 0) return null
  return `## What is replaced before it is stored

In titles, descriptions and answers the service replaces these by a placeholder:

${lines.join('\n')}

It does not find everything, and ids are stored as they are: leave such things out yourself, and write the note so that it
makes sense with the placeholder.
`
}
