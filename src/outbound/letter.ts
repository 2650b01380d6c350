// What people are told, before it is formatted as a chat message or an email.

export type LetterItem = {
  /** One line that says what happened. */
  line: string
  /** A link to more. */
  url: string
  /** A short description of the subject. */
  about: string | null
  quote: string | null
}

type LetterPart = { heading: string | null; items: LetterItem[]; more: number }

/** `ending`: why it was sent, and where to change that. */
export type Letter = {
  subject: string
  parts: LetterPart[]
  url: string
  ending?: { line: string; url: string }
}
