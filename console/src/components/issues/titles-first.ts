// What the server finds, it finds in titles and summaries alike; who looks for one issue means its title.
import { bestMatches } from '../../../../src/contract/matching.ts'

export function titlesFirst<I extends { title: string }>(typed: string, issues: readonly I[]): I[] {
  const titled = bestMatches(typed, issues, ({ title }) => [title])
  return [...titled, ...issues.filter((issue) => !titled.includes(issue))]
}
