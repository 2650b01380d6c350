// The second half of the sample month. Once the digest has found the issues, the team's decisions on them are added
// with past dates. Then come the later observations, in which the digest finds regressions.
import { DAY_MS } from '../contract/date-time.ts'
import { inTransaction, type Tx } from '../db/pool.ts'
import {
  lockSampleMonth,
  markContinued,
  selectDigestedMonths,
  selectIssuesOfSample,
} from '../db/sample/samples.ts'
import type { Deps } from '../domain/deps.ts'
import { updateIssueWithin } from '../domain/issues/change-issues.ts'
import { SAMPLE_ACTOR, storeConversations } from './fill-sample.ts'
import { sampleMonth } from './month.ts'
import { at } from './past.ts'
import type { Theme } from './texts/theme.ts'
import { THEMES } from './texts/themes.ts'

const AT_ONCE = 10

/** Continues every sample whose first digest is done. */
export async function continueSamples(deps: Deps): Promise<void> {
  for (const projectId of await selectDigestedMonths(deps.db, AT_ONCE)) await continueSample(deps, projectId)
}

async function continueSample(deps: Deps, projectId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const end = await lockSampleMonth(tx, projectId)
    if (!end) return
    for (const theme of THEMES) await decide(tx, deps, projectId, theme, end)
    await storeConversations(tx, deps, projectId, sampleMonth(end).later)
    await markContinued(tx, projectId, deps.now())
  })
  deps.wakeDigest()
}

async function decide(
  tx: Tx,
  deps: Deps,
  projectId: string,
  { decision, notes }: Theme,
  end: Date,
): Promise<void> {
  if (!decision) return
  const titles = notes.flatMap(({ wordings }) => wordings.map(([title]) => title))
  const { status, note, daysAgo } = decision
  const then = at(deps, new Date(end.getTime() - daysAgo * DAY_MS))
  for (const issueId of await selectIssuesOfSample(tx, projectId, titles))
    await updateIssueWithin(tx, then, SAMPLE_ACTOR, projectId, issueId, { status, status_note: note })
}
