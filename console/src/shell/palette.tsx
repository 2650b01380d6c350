// The palette's field and list. Enter always runs the marked row.
import { Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { rank } from '../../../src/contract/matching.ts'
import { type Command, type CommandGroup, useOfferedCommands } from '../components/commands.ts'
import { IconSearch } from '../icons/tabler.ts'
import classes from './palette.module.css'
import { useActionCommands, usePageCommands, useSearchCommands } from './palette-commands.ts'
import { useFound } from './palette-found.ts'

type PaletteProps = { input: RefObject<HTMLInputElement | null>; onClose: () => void }

export function Palette({ input, onClose }: PaletteProps) {
  const [query, setQuery] = useState('')
  /** The row chosen with arrows or mouse; the first one by default. */
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useId()
  const groups = usePaletteGroups(query)
  const rows = groups.flatMap(({ commands }) => commands)
  const current = Math.max(
    0,
    rows.findIndex(({ id }) => id === chosen),
  )
  const idOf = (command: Command) => `${list}-${rows.indexOf(command)}`
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) setChosen(rows.at((current + by) % rows.length)?.id ?? null)
    else if (event.key === 'Enter') run(rows[current])
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        ref={input}
        data-autofocus
        size="lg"
        variant="unstyled"
        className={classes.search}
        placeholder="Search or jump to…"
        leftSection={<IconSearch size={18} />}
        role="combobox"
        aria-expanded
        aria-label="Search or jump to"
        aria-controls={list}
        aria-activedescendant={rows[current] && idOf(rows[current])}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setChosen(null)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label="Results and commands" className={classes.list}>
        {groups.map((group) => (
          <Group
            key={group.label}
            group={group}
            idOf={idOf}
            current={rows[current]}
            onRun={run}
            onMark={setChosen}
          />
        ))}
        {rows.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" p="lg">
            No results
          </Text>
        )}
      </div>
    </>
  )
}

type GroupProps = {
  group: CommandGroup
  idOf: (command: Command) => string
  current: Command | undefined
  onRun: (command: Command) => void
  onMark: (id: string) => void
}

function Group({ group, idOf, current, onRun, onMark }: GroupProps) {
  const label = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of choices is grouped so
    <div role="group" aria-labelledby={label}>
      <div className={classes.group} id={label}>
        {group.label}
      </div>
      {group.commands.map((command) => (
        <Row
          key={command.id}
          id={idOf(command)}
          command={command}
          marked={command === current}
          onRun={() => onRun(command)}
          onMark={() => onMark(command.id)}
        />
      ))}
    </div>
  )
}

type RowProps = { id: string; command: Command; marked: boolean; onRun: () => void; onMark: () => void }

function Row({ id, command: { label, description, icon: Icon }, marked, onRun, onMark }: RowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (marked) row.current?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: so that the field keeps the focus
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={marked}
      className={classes.command}
      onClick={onRun}
      onMouseMove={onMark}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <Text size="sm" truncate dir="auto">
          {label}
        </Text>
        {description && (
          <Text size="xs" c="dimmed" truncate>
            {description}
          </Text>
        )}
      </div>
    </div>
  )
}

// What the command palette offers for what was typed, the best first.

/** A command that was named stands above what the server finds later; one that was only hinted at stands below it. */
const NAMED = 0.6

type Scored = { group: CommandGroup; score: number }

function usePaletteGroups(query: string): CommandGroup[] {
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
