// Forms that reporters fill in: their headings, checkboxes and version tables are the same in every report.

export type Block = {
  /** The number of its lines. */
  length: number
  /** What remains of them. */
  said: string[]
}

/** The kind of text that the lines belong to. */
export type Form = { isForm: boolean; hasEnvironment: boolean }

export const describeForm = (lines: string[]): Form => ({
  isForm: lines.filter(isMarked).length >= 3,
  hasEnvironment: lines.filter(isEnvironment).length >= 2,
})

const MARKDOWN_HEADING = /^#{1,6} /
const BOLD = /^(?:\*\*|__)[^\n]{1,400}(?:\*\*|__):?$/

const isMarked = (line: string): boolean => MARKDOWN_HEADING.test(line) || BOLD.test(line)
const HEADING_MARKS = /^[#*_=\s-]{1,8}|[#*_=\s:：?？.-]{1,8}$/g

/** Headings above what a reporter fills in. */
const OF_FORMS = new RegExp(
  `^(?:${[
    'steps? (?:to|for|taken to) (?:reproduc\\w*|repro)',
    'how to reproduce',
    'to reproduce',
    'repro(?:duction)?(?: steps?| code)?',
    'minimal repro\\w*',
    'str',
    '(?:expected|actual|current|observed|desired)(?: and actual)?(?: (?:behaviou?r|results?|outcome|output))?',
    'what (?:happened|happens|went wrong|did you (?:expect|do|see)|is (?:the )?(?:current|expected|actual)).*',
    '(?:please )?(?:describe|provide|explain|leave) (?:the|your|a|any|how|what|alternatives) .*',
    'descripe the feature .*',
    '(?:(?:detailed|bug|issue|problem|feature) )?(?:description|summary|overview|report|request|details)',
    '(?:any )?additional (?:context|information|info|notes?|details|comments?)',
    '(?:screen(?:shots?|casts?)|videos?|attachments?|logs?|images?)(?: .{0,40})?',
    '(?:relevant )?(?:log|console|error|terminal) (?:output|logs?|messages?)',
    'standalone code .*',
    '(?:proposed |suggested |describe the )?(?:solution|proposal|workaround|motivation|use case)',
    'alternatives?(?: .{0,40})?',
    'is your feature .*',
    'context|details|notes?|other|misc|type|regression|bug|issue|problem|question|feature|summary',
    '(?:schritte|erwartetes|tatsächliches|fehlerbeschreibung|zum reproduzieren)(?: .{0,40})?',
    '(?:étapes pour|comportement (?:attendu|actuel|observé)|résultat (?:attendu|obtenu))(?: .{0,40})?',
    '(?:pasos para|comportamiento|resultado) (?:reproducir|esperado|actual|obtenido)',
    '(?:passos para reproduzir|comportamento esperado|resultado atual)',
    '(?:再現手順|期待される?(?:動作|結果)|実際の(?:動作|結果)|复现步骤|重现步骤|预期(?:行为|结果)|实际(?:行为|结果)|재현 방법|기대 결과|실제 결과)',
  ].join('|')})$`,
  'i',
)
/** Headings above environments, which say nothing about the matter. */
const OF_ENVIRONMENTS = new RegExp(
  `^(?:${[
    '(?:your |my |test |system |build |runtime )?(?:environment|configuration|setup|platforms?|system|specs?)(?: .{0,40})?',
    '(?:system|version|environment|device|build) info(?:rmation)?',
    '.{0,40}\\bversions?(?: .{0,20})?',
    '(?:os|operating system|browser|device|mobile device|hardware|gpu|cpu|compiler|architecture|package manager)s?(?: .{0,40})?',
    'issue type|source|custom code|link to .{0,60}',
    '[\\w ]{0,40}checklist|prerequisites|preflight.{0,20}|before (?:you )?submitting.{0,40}',
    'have you .{0,80}|are you .{0,60}|is there an existing .{0,60}|did you .{0,60}|i (?:have|agree) .{0,80}',
    'code of conduct|(?:would|will) you .{0,60}|can you .{0,60}pull request.{0,20}|extensions?(?: .{0,20})?',
    '(?:betriebssystem|umgebung|systemkonfiguration|environnement|navigateur|entorno|sistema operativo|ambiente|環境|环境|환경)(?: .{0,30})?',
  ].join('|')})$`,
  'i',
)
const NO_ANSWER =
  /^[_*]{0,2}(?:no response|n\/?a|none|not applicable|no|yes|-+|\.+|nil|unknown|keine|aucune?)[_*.]{0,3}$/i

/** What was filled in, without the form itself. */
export function fillingOf(lines: string[], at: number, { isForm }: Form): Block | null {
  const line = lines[at] as string
  const heading = headingOf(line)
  if (heading === null) return null
  const isTitled = isMarked(line) || /[:：]$/.test(line)
  if (isTitled && OF_ENVIRONMENTS.test(heading)) return { length: 1 + environmentBelow(lines, at), said: [] }
  if (OF_FORMS.test(heading)) return { length: 1, said: [] }
  if (!isMarked(line)) return null
  return { length: 1, said: isForm || line.includes('?') ? [] : [heading] }
}

/** A line that is a heading because of its markup, a final colon, or its length. */
function headingOf(line: string): string | null {
  if (isMarked(line)) return line.replaceAll(HEADING_MARKS, '')
  if (line === '' || line.length > 120 || (!/[:：]$/.test(line) && line.split(' ').length > 5)) return null
  return line.replaceAll(HEADING_MARKS, '')
}

/** Up to the next heading; without markup, up to what reads like a sentence or an empty line after some text. */
function environmentBelow(lines: string[], at: number): number {
  const ofMarked = isMarked(lines[at] as string)
  let end = at + 1
  while (end < lines.length && !isTitle(lines[end] as string)) {
    const line = lines[end] as string
    if (!ofMarked && (line.length > 100 || (line === '' && end > at + 1))) break
    end++
  }
  return end - at - 1
}

function isTitle(line: string): boolean {
  if (isMarked(line)) return true
  const heading = headingOf(line)
  return heading !== null && OF_FORMS.test(heading)
}

const ENVIRONMENT =
  /^[-*•+]{0,2} {0,3}[*_]{0,2}(?:[\w.()/+-]{1,24} ){0,4}(?:version|os|browser|platform|device|build|model|arch|architecture|cpus?|gpus?|gpu status|ram|memory|memory \(system\)|kernel|distro|distribution|shell|locale|java|jdk|jre|python|node|nodejs|npm|yarn|pnpm|compiler|gcc|cmake|cuda|toolchain|screen reader|process argv|load \(avg\)|vm|modes|remote os version|firmware|hardware|processor|résolution|resolution|betriebssystem|navigateur|système|versión|sistema operativo)(?: \([^()]{0,30}\)| name| number| id| type| version)?[*_]{0,2}(?: \([^()]{0,40}\))? ?[:=：] ?.{0,300}$/i

function isEnvironment(line: string): boolean {
  return ENVIRONMENT.test(line)
}

const CHECK_BOX = /^[-*+] \[[ xX]?\]/
const SAYS_NOTHING =
  /^(?:user[- ]agent|build (?:id|identifier)|reproducible|reproducibility|regression range|severity|priority)[:：]|^(?:type: {1,3}(?:bug|feature request|performance issue)|created attachment \d+|\(from update of attachment|parsed log:|full log:|filed by:|job id:|created an attachment|click to expand!?$)|^[^\p{L}\p{N}]+$/iu
const FOOTER =
  /^[_*<([🤖 ]{0,4}(?:sent from my |sent via |get outlook for |gesendet von |envoyé de(?:puis)? mon |enviado desde mi |inviato da |von meinem .{2,20} gesendet|this (?:issue|message|comment|email|e-mail|ticket|report|post) (?:was|has been|is|and any) (?:automatically|auto-?generated|generated|imported|migrated|confidential|intended|attach|originally)|(?:automatically )?generated (?:by|with|from) |powered by |to unsubscribe|reply to this e-?mail|you are receiving this|view (?:it|this) on |migrated from |(?:this|the) information (?:contained )?in this e-?mail|the contents? of this e-?mail|diese e-mail enthält|ce message (?:et|est))/iu

export function saysNothing(lines: string[], at: number, { hasEnvironment }: Form): Block | null {
  const line = lines[at] as string
  const isNothing =
    CHECK_BOX.test(line) ||
    SAYS_NOTHING.test(line) ||
    FOOTER.test(line) ||
    NO_ANSWER.test(line) ||
    (hasEnvironment && isEnvironment(line))
  return isNothing ? { length: 1, said: [] } : null
}
