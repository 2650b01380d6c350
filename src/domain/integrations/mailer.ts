// Sends email; null where no mail server is set up.

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every attempt, so that mail programs recognize a repeat. */
  id: string
}

type RefusedRecipient = { address: string; reason: string }

export type Mailer = {
  /** Returns the recipients that the server refused while it accepted others; throws when it accepted none. */
  send(mail: Mail): Promise<RefusedRecipient[]>
}
