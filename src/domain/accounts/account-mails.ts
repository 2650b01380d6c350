// The emails that give access: an invite, and a password reset link.
import { LIMITS } from '../../contract/limits.ts'
import { escapeHtml } from '../escape-html.ts'
import type { Mail } from '../integrations/mailer.ts'

type Words = { subject: string; lines: string[]; url: string; action: string }

function mail(to: string, id: string, { subject, lines, url, action }: Words): Mail {
  const html = [
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    `<p><a href="${escapeHtml(url)}">${action}</a></p>`,
  ]
  return { to, id, subject, text: [...lines, url].join('\n\n'), html: html.join('\n') }
}

type Invitation = { to: string; id: string; url: string; project: string; by: string; role: string }

export const inviteMail = ({ to, id, url, project, by, role }: Invitation): Mail =>
  mail(to, id, {
    subject: `Join ${project} on Fieldnote`,
    lines: [
      `${by} invited you to join ${project} on Fieldnote, as ${role === 'viewer' ? 'a' : 'an'} ${role}.`,
      `This link works once, for ${LIMITS.inviteDays} days.`,
    ],
    url,
    action: 'Accept the invite',
  })

export const resetMail = (to: string, id: string, url: string): Mail =>
  mail(to, id, {
    subject: 'Reset your Fieldnote password',
    lines: [
      `Use this link to set a new password. It works once and expires in ${LIMITS.resetLinkHours} hours.`,
      'If you didn’t request this, ignore this email.',
    ],
    url,
    action: 'Set a new password',
  })
