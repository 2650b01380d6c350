// A study as agents see it, and why one user is or is not asked, by the same rules that serve agents.
import { spokenStudy } from '../../contract/research/spoken-study.ts'
import type { StudyExplanation, StudyPreview } from '../../contract/research/study-insight.ts'
import { selectGuideline } from '../../db/guidelines/guidelines.ts'
import { selectRestDays } from '../../db/projects/projects.ts'
import type { Deps } from '../deps.ts'
import { DEFAULT_RESEARCH } from '../guidelines/default-guidelines.ts'
import { toEntry } from './get-active-studies.ts'
import { requireStudy } from './manage-studies.ts'
import { rulesFor } from './study-rules.ts'
import { standingOf } from './user-standing.ts'

export async function previewStudy({ db }: Deps, projectId: string, id: string): Promise<StudyPreview> {
  const study = await requireStudy(db, projectId, id)
  const guidelines = (await selectGuideline(db, projectId))?.research ?? DEFAULT_RESEARCH
  return { entry: toEntry(study, null), spoken: spokenStudy(study.question), guidelines }
}

export async function explainStudy(
  { db, now }: Deps,
  projectId: string,
  id: string,
  userId: string,
): Promise<StudyExplanation> {
  const study = await requireStudy(db, projectId, id)
  const restDays = await selectRestDays(db, projectId)
  const user = await standingOf(db, projectId, { studyId: study.id, userId, restDays })
  const rules = rulesFor(study, user, now())
  const decisive = rules.find(({ passes }) => !passes)
  return {
    asked: decisive === undefined,
    decides: decisive?.rule ?? null,
    rules: rules.map(({ rule, passes, detail }) => ({ rule, passes, detail })),
  }
}
