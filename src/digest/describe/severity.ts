// How bad an issue is, and why: what is at stake, how many people meet it, how they feel, where it is going.
import type { IssueKind, Severity } from '../../contract/labels.ts'
import { foldText } from '../features/text/words.ts'

export type SeverityInput = {
  kind: IssueKind
  /** A sample of its observations, title and description. */
  texts: string[]
  observations: number
  users: number
  /** Users heard from in the whole project. */
  projectUsers: number
  negative: number
  lastWeek: number
  weekBefore: number
}

export type SeverityResult = {
  /** Null: praise. */
  severity: Severity | null
  /** Whole phrases for people to read, the weightiest first. */
  reasons: string[]
}

const STAKES: { reason: string; weight: number; cue: RegExp }[] = [
  {
    reason: 'data may be lost',
    weight: 3,
    cue: /\b(data loss|los(t|es|ing|e) (all |my |the |their |our |his |her )*(data|work|history|notes?|files?|progress|entries|changes|photos?|documents?)|deleted (all|everything|my|the|their)|wiped|corrupt\w*|perdu (toutes?|tous|mes|les|ses))/,
  },
  {
    reason: 'security or privacy is at stake',
    weight: 3,
    cue: /\b(security|hacked|breach\w*|leak\w*|privacy|unauthori[sz]ed|someone else'?s|other (user|customer|people|account)'?s? (data|account|details|invoices?)|password (exposed|visible)|phishing|securite|pirat\w*|confidentialite)/,
  },
  {
    reason: 'money is involved',
    weight: 2,
    cue: /\b(charged|double[- ]?charg\w*|overcharg\w*|refund\w*|payment (fail\w*|declin\w*)|billed (twice|wrong\w*)|wrong amount|facture (deux fois|en double)|prelev\w*|rembours\w*)/,
  },
  {
    reason: 'users are blocked',
    weight: 2,
    cue: /\b(crash\w*|can'?t (log|sign) ?in|cannot (log|sign) ?in|unable to (log|sign) ?in|locked out|unusable|blocked|blocker|won'?t (start|open|load|launch)|does(n'?t| not) (start|open|load|launch)|completely broken|plante\w*|impossible de (se connecter|demarrer|ouvrir|lancer))/,
  },
  {
    reason: 'something that used to work stopped working',
    weight: 1,
    cue: /\b(since (the )?(last |latest |new |recent )?(update|release|version|upgrade)|after (the )?(last |latest |new )?(update|upgrade)|no longer|used to work|stopped working|depuis (la )?(derniere )?(mise a jour|maj|version))/,
  },
]
/** A stake counts when this share of the observations names it, so that one voice does not set the level. */
const NAMED_BY = 0.25

const share = (texts: string[], cue: RegExp): number =>
  texts.length === 0 ? 0 : texts.filter((text) => cue.test(text)).length / texts.length

const levelOf = (points: number): Severity =>
  points >= 6 ? 'critical' : points >= 4 ? 'high' : points >= 2 ? 'medium' : 'low'

export function rateSeverity(input: SeverityInput): SeverityResult {
  if (input.kind === 'praise') return { severity: null, reasons: [] }
  const texts = input.texts.map((text) => foldText(text).replace(/’/g, "'"))
  const found: { points: number; reason: string }[] = []
  const note = (holds: boolean, points: number, reason: string): void => {
    if (holds) found.push({ points, reason })
  }
  if (input.kind === 'problem') {
    for (const { cue, weight, reason } of STAKES) note(share(texts, cue) >= NAMED_BY, weight, reason)
  }
  const reach = input.users / Math.max(1, input.projectUsers)
  // “Or more”: reasons are found again when the issue has grown by a quarter, and stand beside counts that are exact.
  const users = `${input.users} or more users`
  note(input.users >= 5 && reach >= 0.05, 2, `${users}, about ${Math.round(reach * 100)}% of all`)
  note(input.users >= 3 && reach < 0.05, 1, users)
  const growing = input.lastWeek >= 5 && input.lastWeek >= 2 * input.weekBefore
  note(
    growing,
    1,
    `growing: ${input.lastWeek} in the last 7 days, up from ${input.weekBefore} in the previous 7 days`,
  )
  const unhappy = input.negative / Math.max(1, input.observations)
  note(input.observations >= 3 && unhappy >= 0.6, 1, `${Math.round(unhappy * 100)}% negative`)
  const points = found.reduce((sum, { points: more }) => sum + more, 0)
  const weightiest = found.sort((a, b) => b.points - a.points).map(({ reason }) => reason)
  // A request or a question blocks nobody, so it is medium at most, however many share it.
  const level = input.kind === 'problem' ? levelOf(points) : levelOf(Math.min(points, 3))
  return { severity: level, reasons: weightiest }
}
