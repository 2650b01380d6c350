// The log on standard error: JSON lines, or on a terminal one readable line per entry.
import { styleText } from 'node:util'
import { type Logger, pino } from 'pino'

type Entry = Record<string, unknown> & { level: number; time: number; msg?: string }
type Style = Parameters<typeof styleText>[0]

export function openLog(level: string): Logger {
  const out = process.stderr
  const options = { level, base: { pid: process.pid } }
  if (!out.isTTY) return pino(options, byTurns(pino.destination({ fd: 2, sync: true })))
  const paint = out.hasColors() ? (style: Style, text: string) => styleText(style, text) : plain
  return pino(options, { write: (line) => void out.write(readable(JSON.parse(line), paint)) })
}

/** Writes the lines of one turn of the event loop together: under load, one write for many requests. */
function byTurns(out: { write(text: string): unknown }): { write(line: string): void } {
  let lines = ''
  const flush = () => {
    const text = lines
    lines = ''
    if (text !== '') out.write(text)
  }
  process.once('exit', flush)
  return {
    write(line) {
      if (lines === '') setImmediate(flush)
      lines += line
    },
  }
}

const plain = (_: Style, text: string): string => text

const LEVELS: Record<number, [name: string, style: Style]> = {
  10: ['trace', 'dim'],
  20: ['debug', 'dim'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
}

/** Local time, level, message and the other fields; the stack of an error follows on separate lines. */
export function readable(entry: Entry, paint = plain): string {
  const { level, time, msg = '', pid: _pid, ...facts } = entry
  const [name, style] = LEVELS[level] ?? [String(level), 'dim']
  const clock = new Date(time).toLocaleTimeString('en-GB')
  const { what, others } = msg === 'request' ? requestOf(facts) : { what: msg, others: facts }
  const shown = Object.entries(others).map(([key, value]) => paint('dim', `${key}=${factOf(value)}`))
  const line = [paint('dim', clock), paint(style, name.padEnd(5)), printable(what), ...shown]
  const places = Object.values(facts).flatMap(placesOf)
  return [line.join(' '), ...places.map((place) => paint('dim', `    ${place}`)), ''].join('\n')
}

function requestOf({ method, route, status, ms, ...others }: Record<string, unknown>) {
  return { what: `${method} ${route} ${status} ${ms} ms`, others }
}

/** Names an error; its stack follows below. */
function factOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return printable(String(value))
  const { at: _at, ...rest } = value as Record<string, unknown>
  return printable(JSON.stringify(rest))
}

function placesOf(fact: unknown): string[] {
  const at = typeof fact === 'object' && fact !== null && 'at' in fact ? fact.at : null
  return Array.isArray(at) ? at.map((place) => printable(String(place))) : []
}

/** Keeps entries from moving the cursor or changing the terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')
