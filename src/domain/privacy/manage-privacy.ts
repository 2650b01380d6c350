// A project's redaction and retention settings.
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '../../contract/date-time.ts'
import { REDACTION_KINDS } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Privacy, PrivacyUpdate, RedactionTest } from '../../contract/privacy/privacy.ts'
import { refuseInvalid, type Violation } from '../../contract/refusal.ts'
import { inTransaction } from '../../db/pool.ts'
import { type PrivacyRow, selectPrivacy, sumRedactions, upsertPrivacy } from '../../db/privacy/privacy.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { inTurns } from './in-turns.ts'
import { checkPattern } from './patterns/compile-pattern.ts'
import { PatternError } from './patterns/parse-pattern.ts'
import { createRedact, type OwnPattern } from './redact.ts'

export async function getPrivacy(deps: Deps, projectId: string): Promise<Privacy> {
  const since = new Date(deps.now().getTime() - LIMITS.redactionDays * DAY_MS)
  const [row, redacted] = await Promise.all([
    selectPrivacy(deps.db, projectId),
    sumRedactions(deps.db, projectId, since),
  ])
  return { ...row, redacted }
}

/** By then every process has picked up a change, even one that receives no notifications. */
const IN_FORCE_MS = 1_000

/** Resolves when the change is in force everywhere. */
export async function updatePrivacy(
  deps: Deps,
  actor: Actor,
  projectId: string,
  { redact = [], patterns = [], retention_days = null }: PrivacyUpdate,
): Promise<Privacy> {
  refuseInvalid(patternViolations(patterns))
  const row: PrivacyRow = {
    redact: REDACTION_KINDS.filter((kind) => redact.includes(kind)),
    patterns: patterns.map(({ name, pattern }) => ({ name, pattern })),
    retention_days,
  }
  await inTransaction(deps.db, async (tx) => {
    await upsertPrivacy(tx, projectId, row, deps.now())
    const facts = { redact: row.redact, patterns: patterns.map(({ name }) => name), retention_days }
    await audit(tx, deps, projectId, { actor, action: 'privacy.changed', subjectId: projectId, facts })
  })
  await wait(IN_FORCE_MS)
  return getPrivacy(deps, projectId)
}

/** Shows how a text would be redacted, without storing anything. */
export async function testRedaction({
  text,
  redact = [],
  patterns = [],
}: RedactionTest): Promise<{ text: string }> {
  refuseInvalid(patternViolations(patterns))
  const settings = createRedact(redact, patterns)
  return { text: settings ? (await inTurns(settings.redact(text))).text : text }
}

function patternViolations(patterns: OwnPattern[]): Violation[] {
  const names = patterns.map(({ name }) => name.toLowerCase())
  return patterns.flatMap(({ name, pattern }, index): Violation[] => {
    const at = ['body', 'patterns', index]
    const wrongName = nameFault(name, names.indexOf(name.toLowerCase()) !== index)
    const wrongPattern = patternFault(pattern)
    return [
      ...(wrongName ? [{ loc: [...at, 'name'], msg: wrongName, type: 'pattern_name' }] : []),
      ...(wrongPattern ? [{ loc: [...at, 'pattern'], msg: wrongPattern, type: 'pattern' }] : []),
    ]
  })
}

function nameFault(name: string, repeated: boolean): string | null {
  if (!/^[\p{L}\p{N}_-]+$/u.test(name)) return 'may have letters, digits, - and _ only'
  if ((REDACTION_KINDS as readonly string[]).includes(name.toLowerCase()))
    return `${name} is built in: choose another name`
  return repeated ? 'is the name of another pattern, too' : null
}

function patternFault(pattern: string): string | null {
  try {
    checkPattern(pattern)
    return null
  } catch (error) {
    if (error instanceof PatternError) return `cannot be used: ${error.message}`
    throw error
  }
}
