// The periodic merge pass. Issues that are each other's nearest are merged, best pair first, while they are
// close enough: this is average-link clustering of whatever changed since the last pass.
import type { Apart } from './apart.ts'
import type { IssueEntry, IssueTable } from './issue-table.ts'

export interface IssueMerge {
  from: string
  into: string
  score: number
}

export interface IssueSuggestion {
  first: string
  second: string
  score: number
}

export interface MergePass {
  merges: IssueMerge[]
  /** Pairs in the uncertain band, best first: for a person, or a language model, to decide. */
  suggestions: IssueSuggestion[]
}

export interface MergeSettings {
  mergeFrom: number
  suggestFrom: number
}

interface Neighbour {
  entry: IssueEntry
  score: number
}

export interface MergeContext {
  table: IssueTable
  apart: Apart
  score(left: IssueEntry, right: IssueEntry): number
  merge(from: IssueEntry, into: IssueEntry): void
}

const nearest = (context: MergeContext, of: IssueEntry): Neighbour | undefined => {
  let best: Neighbour | undefined
  for (const entry of context.table.candidates(of)) {
    if (entry === of || context.apart.has(of.id, entry.id)) continue
    const score = context.score(of, entry)
    if (!best || score > best.score) best = { entry, score }
  }
  return best
}

/** The issue that people know keeps its name; otherwise the larger one does. */
const survivorFirst = (left: IssueEntry, right: IssueEntry): [IssueEntry, IssueEntry] => {
  if (left.held !== right.held) return left.held ? [left, right] : [right, left]
  return left.mass.members >= right.mass.members ? [left, right] : [right, left]
}

export const runMergePass = (context: MergeContext, settings: MergeSettings): MergePass => {
  const { table } = context
  const merges: IssueMerge[] = []
  const neighbours = new Map<IssueEntry, Neighbour>()
  const open = new Set([...table.byId.values()].filter((entry) => entry.fresh))
  const look = (entry: IssueEntry): Neighbour | undefined => {
    const found = neighbours.get(entry)
    if (found && table.byId.has(found.entry.id) && table.byId.has(entry.id)) return found
    const fresh = nearest(context, entry)
    if (fresh) neighbours.set(entry, fresh)
    return fresh
  }
  const bestPair = (): [IssueEntry, Neighbour] | undefined => {
    let best: [IssueEntry, Neighbour] | undefined
    for (const entry of open) {
      const found = look(entry)
      if (found && found.score >= settings.mergeFrom && (!best || found.score > best[1].score))
        best = [entry, found]
    }
    return best
  }
  for (let pair = bestPair(); pair; pair = bestPair()) {
    const [into, from] = survivorFirst(pair[0], pair[1].entry)
    if (from.held) {
      // Both belong to people: theirs to merge. The pair comes back as a suggestion.
      open.delete(pair[0])
      continue
    }
    merges.push({ from: from.id, into: into.id, score: pair[1].score })
    context.merge(from, into)
    open.delete(from)
    open.add(into)
    for (const [entry, found] of neighbours) {
      if (entry === into || found.entry === into || found.entry === from) neighbours.delete(entry)
    }
  }
  return { merges, suggestions: suggest(context, settings, look) }
}

const suggest = (
  context: MergeContext,
  settings: MergeSettings,
  look: (entry: IssueEntry) => Neighbour | undefined,
): IssueSuggestion[] => {
  const suggestions = new Map<string, IssueSuggestion>()
  for (const entry of context.table.byId.values()) {
    if (!entry.fresh) continue
    entry.fresh = false
    const found = look(entry)
    if (!found || found.score < settings.suggestFrom) continue
    const [first, second] = [entry.id, found.entry.id].sort() as [string, string]
    suggestions.set(`${first} ${second}`, { first, second, score: found.score })
  }
  return [...suggestions.values()].sort((a, b) => b.score - a.score)
}
