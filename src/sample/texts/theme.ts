// What the sample data is written in: themes of an invented invoicing app for small businesses.
import type { IssueStatus, Sentiment } from '../../contract/labels.ts'

type Wording = [title: string, description: string]

/** One thing that users met with, as one agent words it, or two. */
export type SampleNote = { sentiment: Sentiment; wordings: Wording[] }

/** How often it is heard over the month. */
type Course = 'steady' | 'growing' | 'fading' | 'recent'

export type Theme = {
  name: string
  course: Course
  /** What the team said about it, this many days before the end of the month. */
  decision?: { status: IssueStatus; note: string; daysAgo: number }
  notes: SampleNote[]
  /** What is heard in the last days, long after the decision. */
  later?: SampleNote[]
}

export function note(
  sentiment: Sentiment,
  title: string,
  description: string,
  ...again: [] | [title: string, description: string]
): SampleNote {
  const [title2, description2] = again
  const second: Wording[] = title2 && description2 ? [[title2, description2]] : []
  return { sentiment, wordings: [[title, description], ...second] }
}
