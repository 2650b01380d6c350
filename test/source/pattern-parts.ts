// Texts on which a pattern that looks at characters again and again takes long: as much as it needs to get to one of its
// repetitions, that repetition many times over, and an end that it does not take.

export type Pattern = { source: string; flags: string }

type One = { kind: 'one'; takes: string[] }
type Group = { kind: 'group'; options: Part[][]; isLook: boolean }
type Repeated = { kind: 'repeated'; part: Part; least: number; most: number }
type Part = One | Group | Repeated

/** Characters that patterns tell apart, beside those that a pattern names itself. */
const USUAL = [' ', '\n', '0', '1', 'a', 'A', '_', '-', '.', ',', '/', '"', "'", '\\', '@', 'é', '中', '!']

/** More is as good as without end. */
const MANY = 100

/** Knows as much of patterns as it takes to write texts that they match up to a place. */
function read({ source, flags }: Pattern): Part[][] {
  const modes = flags.replace(/[gy]/g, '')
  const characters = [...new Set([...source.replaceAll(/\\u\{?\w+\}?|\\./gu, ''), ...USUAL])]
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const taken = pattern.exec(source)?.[0]
    at += taken?.length ?? 0
    return taken
  }
  const options = (): Part[][] => {
    const all = [sequence()]
    while (take(/\|/y)) all.push(sequence())
    return all
  }
  const sequence = (): Part[] => {
    const parts: Part[] = []
    while (at < source.length && !/[|)]/.test(source[at] as string)) {
      if (take(/\^|\$|\\[bB]/y)) continue
      const part = single()
      const times = take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y)
      parts.push(times === undefined ? part : { kind: 'repeated', part, ...countsOf(times) })
    }
    return parts
  }
  const single = (): Part => {
    const opened = take(/\((?:\?(?:<?[=!]|<\w+>|:))?/y)
    if (opened) {
      const group: Group = { kind: 'group', options: options(), isLook: /[=!]$/.test(opened) }
      take(/\)/y)
      return group
    }
    const text =
      take(/\[(?:\\.|[^\]\\])*\]/suy) ??
      take(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|.)/isuy) ??
      take(/./suy)
    if (text === undefined) throw new Error(`not read: ${source} at ${at}`)
    const one = new RegExp(`^(?:${text})$`, modes)
    return { kind: 'one', takes: characters.filter((character) => one.test(character)) }
  }
  const all = options()
  if (at < source.length) throw new Error(`not read: ${source} at ${at}`)
  return all
}

function countsOf(times: string): { least: number; most: number } {
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(times) ?? []
  if (least === undefined) return { least: times[0] === '+' ? 1 : 0, most: times[0] === '?' ? 1 : Infinity }
  return { least: Number(least), most: comma ? Number(most || Infinity) : Number(least) }
}

/** The shortest text that it matches, as far as that can be told from a part alone. */
function textOf(part: Part): string {
  if (part.kind === 'one') return part.takes[0] ?? '\0'
  if (part.kind === 'repeated') return textOf(part.part).repeat(part.least)
  return part.isLook ? '' : textOfAll(part.options[0] ?? [])
}

const textOfAll = (parts: Part[]): string => parts.map(textOf).join('')

/** The same with each character that each of its places takes, one place at a time. */
function variantsOf(part: Part): string[] {
  if (part.kind === 'one') return part.takes
  if (part.kind === 'repeated') return variantsOf(part.part)
  return part.options.flatMap((parts) =>
    parts.flatMap((one, at) =>
      variantsOf(one).map((text) => textOfAll(parts.slice(0, at)) + text + textOfAll(parts.slice(at + 1))),
    ),
  )
}

type Repetition = { before: string; texts: string[] }

function repetitionsIn(options: Part[][], before: string): Repetition[] {
  return options.flatMap((parts) =>
    parts.flatMap((part, at) => repetitionsOf(part, before + textOfAll(parts.slice(0, at)))),
  )
}

function repetitionsOf(part: Part, before: string): Repetition[] {
  if (part.kind === 'one') return []
  if (part.kind === 'group') return repetitionsIn(part.options, before)
  const inside = repetitionsOf(part.part, before)
  return part.most < MANY ? inside : [{ before, texts: [...new Set(variantsOf(part.part))] }, ...inside]
}

export type Attack = (length: number) => string

/** What is repeated, alone and together with what has to come before it. */
export function attacksOn(pattern: Pattern): Attack[] {
  return repetitionsIn(read(pattern), '').flatMap(({ before, texts }) =>
    texts.flatMap((text) =>
      (before === ''
        ? [['', text]]
        : [
            ['', text],
            [before, text],
            ['', before + text],
          ]
      ).flatMap(([begin = '', again = '']) =>
        ['\0', USUAL.find((one) => !texts.includes(one)) ?? ''].map(
          (end): Attack =>
            (length) =>
              begin + again.repeat(length / (again.length || 1)) + end,
        ),
      ),
    ),
  )
}
