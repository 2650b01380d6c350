// The studies that are live for a user.
import type { ActiveStudies, StudyEntry } from '../../contract/research/research.ts'
import type { StudyRow } from '../../db/research/studies.ts'
import { saveStudyList } from '../../db/research/study-lists.ts'
import type { StudiesAsked } from '../../db/research/study-showings.ts'
import type { AgentDeps } from '../deps.ts'
import { isLiveFor, keepsPace, rests } from './study-rules.ts'

export async function getActiveStudies(
  deps: AgentDeps,
  projectId: string,
  userId: string,
): Promise<ActiveStudies> {
  const now = deps.now()
  const settings = deps.cache.settings(projectId)
  const { project, activeStudies } = settings instanceof Promise ? await settings : settings
  const live = activeStudies.filter((study) => isLiveFor(study, userId, now))
  if (live.length === 0) return { user_id: userId, studies: [] }
  const asked = deps.users.standing({ projectId, userId, studyIds: idsOf(live) })
  const restDays = project?.rest_days ?? null
  const [standing, rests] =
    restDays === null
      ? [await asked, false]
      : await Promise.all([asked, isResting(deps, { projectId, userId }, restDays, now)])
  // What the user answered stays in the list, so that the answer can be read.
  const answered = ({ id }: StudyRow) => (standing.get(id) ?? null) !== null
  const given = live.filter((study) => answered(study) || (!rests && keepsPace(study, now)))
  const first = given.filter(({ id }) => standing.get(id) === null)
  if (first.length > 0) await noteShown(deps, { projectId, userId, studyIds: idsOf(first) })
  return { user_id: userId, studies: given.map((study) => toEntry(study, standing.get(study.id) ?? null)) }
}

const idsOf = (studies: StudyRow[]): string[] => studies.map(({ id }) => id)

async function isResting(
  { users }: AgentDeps,
  user: { projectId: string; userId: string },
  days: number,
  now: Date,
): Promise<boolean> {
  return rests({ days, answeredAt: await users.lastAnswered(user) }, now)
}

/** Where it cannot be written, the count lacks it, and the list is given all the same. */
const noteShown = ({ users }: AgentDeps, shown: StudiesAsked): Promise<void> =>
  users.noteShown(shown).catch(() => {})

/** A study exactly as an agent gets it. */
export const toEntry = (study: StudyRow, answer: string | null): StudyEntry =>
  answer === null ? openEntry(study) : { ...openEntry(study), answer }

const OPEN = new WeakMap<StudyRow, StudyEntry>()

/** The same object for as long as the study is kept, so that its JSON can be kept with it. */
function openEntry(study: StudyRow): StudyEntry {
  const known = OPEN.get(study)
  if (known) return known
  const { id, question, eligibility_criteria } = study
  const entry = Object.freeze({ id, question, eligibility_criteria, answer: null })
  OPEN.set(study, entry)
  return entry
}

/** The same, remembered: callers that answer by index must get the study they saw, whatever happens in between. */
export async function getActiveStudiesByIndex(
  deps: AgentDeps,
  projectId: string,
  userId: string,
): Promise<ActiveStudies> {
  const list = await getActiveStudies(deps, projectId, userId)
  const ids = list.studies.map((study) => study.id)
  await saveStudyList(deps.db, projectId, userId, ids, deps.now())
  return list
}
