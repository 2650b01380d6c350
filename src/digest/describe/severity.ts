// The severity of an issue and its reasons: what is at stake, how many people are affected, their sentiment, and the
// trend.
import type { IssueKind, Severity, Stake } from '../../contract/labels.ts'
import { foldText } from '../features/text/words.ts'

export type SeverityInput = {
  kind: IssueKind
  /** A sample of its observations, title and description. */
  texts: string[]
  observations: number
  users: number
  /** Users seen in the whole project. */
  projectUsers: number
  negative: number
  lastWeek: number
  weekBefore: number
  /** What must not be buried, said by any of its observations. */
  stakes: Stake[]
}

export type SeverityResult = {
  /** Null for praise. */
  severity: Severity | null
  /** Phrases for people to read, the most important first. */
  reasons: string[]
}

/** One note that says so is enough. */
const GRAVE: Record<Stake, string> = {
  privacy: 'somebody else’s data or account may be exposed',
  data: 'data may be lost',
  money: 'money may be lost',
  safety: 'somebody may be hurt',
  law: 'it may be against the law',
}
const GRAVE_WEIGHT = 4

const MONEY_INVOLVED = 'money is involved'
const CUES: { reason: string; weight: number; cue: RegExp }[] = [
  {
    reason: MONEY_INVOLVED,
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
/** Other reasons count when this share of the observations names them, so that a single note does not set the level. */
const NAMED_BY = 0.25

const share = (texts: string[], cue: RegExp): number =>
  texts.length === 0 ? 0 : texts.filter((text) => cue.test(text)).length / texts.length

/** Lost money implies that money is involved. */
const covers = (stakes: Stake[], reason: string): boolean =>
  reason === MONEY_INVOLVED && stakes.includes('money')

const levelOf = (points: number): Severity =>
  points >= 6 ? 'critical' : points >= 4 ? 'high' : points >= 2 ? 'medium' : 'low'

export function rateSeverity(input: SeverityInput): SeverityResult {
  if (input.kind === 'praise') return { severity: null, reasons: [] }
  const texts = input.texts.map((text) => foldText(text).replace(/’/g, "'"))
  const found: { points: number; reason: string }[] = []
  const note = (holds: boolean, points: number, reason: string): void => {
    if (holds) found.push({ points, reason })
  }
  for (const stake of input.stakes) note(true, GRAVE_WEIGHT, GRAVE[stake])
  if (input.kind === 'problem') {
    for (const { cue, weight, reason } of CUES)
      note(!covers(input.stakes, reason) && share(texts, cue) >= NAMED_BY, weight, reason)
  }
  const reach = input.users / Math.max(1, input.projectUsers)
  // Without numbers, which would be out of date next to the live counts.
  note(input.users >= 5 && reach >= 0.05, 2, 'many of all users report it')
  note(input.users >= 3 && reach < 0.05, 1, 'several users report it')
  const doubled = input.lastWeek >= 5 && input.lastWeek >= 2 * input.weekBefore
  note(doubled, 1, 'twice as many or more in one week as in the week before')
  const unhappy = input.negative / Math.max(1, input.observations)
  note(input.observations >= 3 && unhappy >= 0.6, 1, 'most are negative')
  const points = found.reduce((sum, { points: more }) => sum + more, 0)
  const weightiest = found.sort((a, b) => b.points - a.points).map(({ reason }) => reason)
  // A request or question blocks nobody, so it is medium at most, unless a note says that more is at stake.
  const level =
    input.kind === 'problem' || input.stakes.length > 0 ? levelOf(points) : levelOf(Math.min(points, 3))
  return { severity: level, reasons: weightiest }
}
