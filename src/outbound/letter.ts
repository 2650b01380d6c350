// What people are told, before it is put into the form of a chat message or an email.

export type LetterItem = {
  /** One line that says what happened. */
  line: string
  /** Where more of it is. */
  url: string
  /** In fewer words, what it is about. */
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
