// The palette's matches, best first.

import { rank } from '../../../src/contract/matching.ts'
import type { Command, CommandGroup } from '../components/commands.ts'
import { useOfferedCommands } from '../components/commands.ts'
import { useActionCommands, usePageCommands, useSearchCommands } from './palette-commands.ts'
import { useFound } from './palette-found.ts'

/** Commands named this well stay above the server's results; weaker matches are below. */
const NAMED = 0.6

type Scored = { group: CommandGroup; score: number }

export function usePaletteGroups(query: string): CommandGroup[] {
  const offered = useOfferedCommands()
  const own = [
    ...offered,
    { label: 'Go to', commands: usePageCommands() },
    { label: 'Actions', commands: useActionCommands() },
  ]
  const found = useFound(query)
  const searches = useSearchCommands(query)
  if (query.trim() === '') return own
  const ranked = own.map((group) => best(query, group)).filter(({ group }) => group.commands.length > 0)
  const inOrder = ranked.toSorted((one, other) => other.score - one.score)
  const groups = [
    ...inOrder.filter(({ score }) => score >= NAMED).map(({ group }) => group),
    { label: 'Results', commands: found },
    ...inOrder.filter(({ score }) => score < NAMED).map(({ group }) => group),
    { label: 'Search', commands: searches },
  ]
  return groups.filter(({ commands }) => commands.length > 0)
}

function best(query: string, { label, commands }: CommandGroup): Scored {
  const found = rank(query, commands, textsOf)
  return { group: { label, commands: found.map(({ item }) => item) }, score: found[0]?.score ?? 0 }
}

const textsOf = ({ label, description = '', words = [] }: Command): string[] => [label, ...words, description]
