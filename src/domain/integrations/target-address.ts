// Validates a target's address: a web address, public unless the operator allows private ones, or mailboxes.
import { isIPv6 } from 'node:net'
import { isPublicRoutableHost } from '@better-auth/core/utils/host'
import type { TargetFormat } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { invalid } from '../../contract/refusal.ts'

/** Normalizes an address: web addresses in their standard form, mailboxes separated by commas. */
export const requireAddress = (format: TargetFormat, sent: string): string =>
  format === 'email' ? requireEmails(sent) : requireWebAddress(sent)

function requireWebAddress(sent: string): string {
  const address = sent.trim()
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : null
  if (!url) throw badAddress('must be an http or https address')
  if (url.username || url.password) throw badAddress('must not hold a user name or password')
  if (url.href.length > LIMITS.targetAddressLength)
    throw badAddress(`must have at most ${LIMITS.targetAddressLength} characters, as it is sent`)
  return url.href
}

/**
 * Of IPv6 only the globally assigned range 2000::/3: other ranges contain notations of IPv4 addresses, such as
 * `::ffff:0:7f00:1` for this machine, and more may come.
 */
export function isPublicHost(host: string): boolean {
  const address = host.replaceAll(/^\[|\]$/g, '')
  return isPublicRoutableHost(host) && (!isIPv6(address) || /^[23][\da-f]{3}:/i.test(address))
}

/** Refuses what is certain without a DNS lookup. Names are checked at every sending. */
export function refusePrivateAddress(format: TargetFormat, address: string): void {
  if (format !== 'email' && !isPublicHost(new URL(address).hostname))
    throw badAddress(
      'is of this machine or a private network: whoever runs the service can allow that with ALLOW_PRIVATE_TARGETS',
    )
}

const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"][^\s@,;<>".]*\.[^\s@,;<>"]+$/

function requireEmails(sent: string): string {
  const emails = sent.split(/[,;\s]+/).filter(Boolean)
  if (emails.length === 0) throw badAddress('must hold an email address')
  const wrong = emails.find((email) => !EMAIL.test(email) || email.length > LIMITS.emailLength)
  if (wrong !== undefined) throw badAddress(`"${wrong}" is no email address`)
  if (emails.length > LIMITS.targetRecipients)
    throw badAddress(`must hold at most ${LIMITS.targetRecipients} email addresses`)
  return emails.join(', ')
}

const badAddress = (msg: string) => invalid([{ loc: ['body', 'address'], msg, type: 'address' }])
