// Stack traces, logs and code: how to recognize their lines, and the little in them that distinguishes faults.

const FRAMES = [
  // Java, Kotlin, C#, JavaScript: "at a.b.Class.method(File.java:12)", "at load (bundle.js:1:20)"
  /^at (?:async |new )?(?:[\w.$-]{1,60}\/)?([\w.$<>`[\]-]{1,200}) ?\(/,
  /^at (?:file:|https?:|webpack|node:|[\w.-]{0,40}\/)\S{1,300}:\d+$/,
  // Python: '  File "app/main.py", line 3, in load'
  /^File "[^"]{1,300}", line \d+(?:, in (\S{1,100}))?/,
  // Debuggers, PHP: "#0  0x00007f in read_page (…) at page.c:12", "#3 /srv/a.php(12): Cart->total()"
  /^#\d+ +(?:0x[\da-f]+ in )?(?:\/\S{1,200}\(\d+\): )?([\w:~$>.-]{2,200})/i,
  // Apple: "3   Storage  0x000000010 closure in Store.save() + 120"
  /^\d{1,3} {1,8}[\w.?-]{1,60} {1,60}0x[\da-f]{6,} ?([\w.]{0,100})/i,
  // Ruby, Go, Rust
  /^from [^\s:]{1,200}:\d+:in [`']([^`']{1,100})/,
  /^\S{1,200}\.pyx? in (\w{1,80})/,
  /^\S{1,200}\.go:\d+(?: \+0x[\da-f]+)?$/,
  /^\d{1,3}: {1,20}(?:0x[\da-f]+ - )?((?:[\w<>{}]{1,60}::){1,10}\w{1,60})$/i,
]
const BETWEEN_FRAMES =
  /^(?:\.{3} \d+ (?:more|common)|traceback \(most recent|goroutine \d+ \[|-{2,}> ?\d+ |\d+ frames?$|stack ?trace:?$|backtrace:?$|call stack:?$|-{3,} (?:begin|end) )/i
const CAUSED_BY = /^(?:caused by|suppressed|nested exception is):? /i
/** Platform frames are in every trace. */
const PLATFORM =
  /^(?:java|javax|jdk|sun|kotlin|scala|System|Microsoft|Object|Array|Promise|process|node|Module|std|core|runtime)[.:]/

const LOG_TIME =
  /^[[(<]?(?:\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{1,2}:\d{2}|\d{2}[-/]\d{2}[-/ ]\d{2,4}[ T]\d{2}:\d{2}|\d{1,2}:\d{2}:\d{2}[.,\]) ]|\d{2}-\d{2} \d{2}:\d{2}:|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} {1,2}\d{1,2} \d{2}:\d{2}:)[\d:.,]{0,16}(?:Z| ?[+-]\d{2}:?\d{2}|)[\])>]?/i
const LOG_LEVEL =
  /^[[(<]?(?:(?:trace|debug|info|notice|warn|warning|error|severe|fatal|critical)[\])>:|] |(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|SEVERE|FATAL) |[VDIWEF]\/[\w.-]{1,40}[ (:]|npm (?:err!|warn)|g?make(?:\[\d+\])?: |\d+\/\d+ \[[=>. ]+|[IWEF]\d{4} \d{2}:|TEST-|GECKO\()/i
const WHERE_LOGGED = /^[ :|-]{0,4}(?:\[[^\]]{0,60}\]|\([^)]{0,40}\)|pid[=: ]\d+|\d{2,8}(?= ))/

/** A program's message when it fails. */
const FAULT =
  /(?:error|exception|fault|panic|fatal|failed|failure|cannot|could not|unable|denied|refused|forbidden|not found|no such|undefined|invalid|mismatch|timed? ?out|assert|conflict|abort)/i
/** A name that somebody gave to a class, a function, a setting, a file or an error. */
const NAME =
  /(?:(?<![\w-])--?[a-z][\w-]{2,40}|[a-z]{1,40}[A-Z]\w{1,60}|[A-Z][a-z0-9]{1,40}[A-Z]\w{0,60}|[A-Za-z]\w{0,60}(?:[._:]{1,2}|->)[A-Za-z]\w{1,60}(?:[._]\w{1,60}){0,5}|[A-Z]{2,12}-?\d{2,8})/g

const CODE =
  /[{}]$|^[})\]]|^(?:\/\/|\/\*|#include|import |from \S{1,60} import|def \w|class \w{1,60}[:({ ]|const |let |var |return\b|if ?\(|for ?\(|while ?\(|public |private |@\w|<\/?[a-z][^<]{0,200}>$|\w{1,40}(?:\.\w{1,40}){0,6}(?:\[[^\]]{0,40}\])? ?=[^=]|\w{1,40}(?:\.\w{1,40}){1,6}\()/
/** Only words and punctuation. */
const PROSE = /^[\p{L}\p{M}\d\s.,'’"“”!?()-]+$/u
const PROSE_FROM = 6

const LONGEST_LINE = 200
const MOST_FAULTS = 2
const NAMED_LINES = 4
const MOST_NAMES = 6

const isFrame = (line: string): boolean => FRAMES.some((frame) => frame.test(line))

/** A frame, or a line between frames. */
export const isOfTrace = (line: string): boolean =>
  isFrame(line) || BETWEEN_FRAMES.test(line) || CAUSED_BY.test(line)

export const isLogged = (line: string): boolean => LOG_TIME.test(line) || LOG_LEVEL.test(line)

/** A program's message when it failed: "java.io.IOException: Read timed out". */
export const isFault = (line: string): boolean =>
  /^(?:[\w$]{1,80}\.){0,12}\w{0,80}(?:Error|Exception): /.test(line)

/** List items may end with a semicolon, too. */
export const isCode = (line: string): boolean =>
  CODE.test(line) || (line.endsWith(';') && /[(){}=<>[\]]/.test(line))

/** A log line without its time, level and source. */
export function withoutLogPrefix(line: string): string {
  let rest = line.replace(LOG_TIME, '')
  for (let round = 0; round < 4; round++)
    rest = rest.trimStart().replace(WHERE_LOGGED, '').trimStart().replace(LOG_LEVEL, '')
  return rest.replace(/^[\s:|-]{1,8}/, '') || line
}

/** What a block of trimmed lines says: its first faults, and the program's own first function. */
export function speakingOf(lines: string[]): string[] {
  const said = lines.filter((line) => line !== '' && !isFrame(line) && !BETWEEN_FRAMES.test(line))
  const faults = new Set<string>()
  for (const line of said) {
    if (faults.size === MOST_FAULTS) break
    if (line.length > 3 && FAULT.test(line) && !/^(?:raise|throw) /.test(line))
      faults.add(cut(withoutLogPrefix(line.replace(CAUSED_BY, ''))))
  }
  const top = topFunction(lines)
  if (faults.size > 0) return top ? [...faults, top] : [...faults]
  const told = said.filter((line) => line.split(' ').length >= PROSE_FROM && PROSE.test(line))
  if (told.length > 0) return told.slice(0, MOST_FAULTS)
  const names = namesIn(said.slice(0, NAMED_LINES))
  return [names, ...(top ? [top] : [])].filter((line) => line !== '')
}

/** "org.example.cart.Cart.total" says no more than "Cart.total". */
function topFunction(lines: string[]): string | undefined {
  const functions = lines.flatMap((line) => functionOf(line) ?? [])
  const isPython = lines.some((line) => line.startsWith('File "'))
  if (isPython) functions.reverse()
  const own = functions.find((name) => !PLATFORM.test(name)) ?? functions[0]
  return own?.split('.').slice(-2).join('.')
}

function functionOf(line: string): string | undefined {
  for (const frame of FRAMES) {
    const name = frame.exec(line)?.[1]
    if (name && name !== '<module>' && /[a-z]/i.test(name)) return name
  }
  return undefined
}

/** A command as typed; for code, the names in it. */
function namesIn(lines: string[]): string {
  const command = lines.find((line) => /^[$#>] \w/.test(line))
  if (command) return cut(command.slice(2))
  const names = new Set(lines.flatMap((line) => line.slice(0, LONGEST_LINE).match(NAME) ?? []))
  return [...names].slice(0, MOST_NAMES).join(' ')
}

const cut = (line: string): string => line.slice(0, LONGEST_LINE).trim()
