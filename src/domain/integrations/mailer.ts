// Email, as operations see it: something that sends, or nothing where none is set up.

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The same however often it is sent, so that a mailbox can tell. */
  id: string
}

export type Mailer = { send(mail: Mail): Promise<void> }
