// Email, as operations see it: something that sends, or nothing where none is set up.

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The same however often it is sent, so that a mailbox can tell. */
  id: string
}

type RefusedRecipient = { address: string; reason: string }

export type Mailer = {
  /** With those whom the server refused while it took the mail for others; it throws where it took it for nobody. */
  send(mail: Mail): Promise<RefusedRecipient[]>
}
