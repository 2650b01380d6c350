// Describes an issue in its observations' own words: a title, one or two sentences, and two or three quotes.
import { byCloseness, type MemberNote } from './center.ts'
import { chooseQuotes, type Quote } from './choose-quotes.ts'
import { chooseSummary } from './choose-summary.ts'
import { chooseTitle } from './choose-title.ts'
import { inOneLanguage } from './language.ts'

export type IssueDescription = { title: string; summary: string; quotes: Quote[] }

/** For up to about 50 members; pass the newest of a larger issue. */
export function describeIssue(members: MemberNote[], present: string | null = null): IssueDescription {
  if (members.length === 0) throw new Error('an issue without observations cannot be described')
  const central = byCloseness(members)
  const speaking = inOneLanguage(central)
  const titled = chooseTitle(speaking, present)
  return {
    title: titled.title,
    summary: chooseSummary(speaking, titled),
    quotes: chooseQuotes(central, titled.member),
  }
}
