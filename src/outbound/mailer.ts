// Sends email through the configured SMTP server.
import type { Mailer } from '../domain/integrations/mailer.ts'

export type MailSettings = Readonly<{ url: string; from: string }>

const TIMEOUT_MS = 10_000

/** The library is loaded with the first email, not at the start. */
export function openMailer(settings: MailSettings | null): Mailer | null {
  if (!settings) return null
  const { url, from } = settings
  return {
    async send({ to, subject, text, html, id }) {
      const transport = await openTransport(url)
      const domain = from.split('@').at(-1)?.replace(/>$/, '') ?? 'fieldnote'
      try {
        const mail = { from, to, subject, text, html, messageId: `<${id}@${domain}>` }
        const { rejectedErrors = [] } = await transport.sendMail(mail)
        return rejectedErrors.map(({ recipient, response, message }) => ({
          address: recipient ?? to,
          reason: response ?? message,
        }))
      } finally {
        transport.close()
      }
    },
  }
}

/** Throws the reason if the server cannot be reached or refuses the login. */
export async function tryMailServer({ url }: MailSettings): Promise<void> {
  const transport = await openTransport(url)
  await transport.verify().finally(() => transport.close())
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  }
  return createTransport({ url, ...timeouts })
}
