// Groups a study's answers into themes again after new ones arrived. It uses the newest answers of each theme and the
// newest without a theme, a bounded number. People's decisions stay.
import type { Tx } from '../db/pool.ts'
import {
  moveAllAnswers,
  placeAnswers,
  type Sight,
  selectAnswersInSight,
} from '../db/research/answer-digests.ts'
import { deleteTheme, dissolveSmallThemes, insertTheme, selectThemes } from '../db/research/themes.ts'
import type { Deps } from '../domain/deps.ts'
import { decodePacked } from './group/vector.ts'
import { type FoundTheme, findThemes } from './themes/find-themes.ts'

/** About 600 answers at most, which take about 50 ms. */
const IN_THEMES = 400
const LOOSE = 200
const MOST_THEMES = 100
const MOST_EACH = 24

/** `least`: a study with fewer answers has no themes. */
type Regrouped = { projectId: string; studyId: string; model: string; least: number }

/** Runs under the digest lock. Returns the themes whose answers changed. */
export async function regroupThemes(
  tx: Tx,
  deps: Deps,
  { projectId, studyId, model, least }: Regrouped,
): Promise<string[]> {
  const themes = await selectThemes(tx, projectId, studyId)
  const rows = await selectAnswersInSight(tx, projectId, studyId, model, sightOf(themes.length))
  if (rows.length < least) return []
  const answers = rows.map(({ answer_id, theme_id, meaning }) => ({
    id: answer_id,
    themeId: theme_id,
    vector: decodePacked(meaning),
  }))
  const { changed, loose, folded } = findThemes(answers, themes)
  await placeAnswers(tx, projectId, studyId, loose, null)
  const placed = new Map<FoundTheme, string>()
  for (const theme of changed) placed.set(theme, await place(tx, deps, projectId, studyId, theme))
  for (const { themeId, into } of folded) {
    await moveAllAnswers(tx, projectId, studyId, themeId, placed.get(into) ?? null)
    await deleteTheme(tx, projectId, studyId, themeId)
  }
  await dissolveSmallThemes(tx, projectId, studyId)
  return [...placed.values()]
}

function sightOf(themes: number): Sight {
  const each = Math.min(MOST_EACH, Math.floor(IN_THEMES / Math.max(1, Math.min(themes, MOST_THEMES))))
  return { themes: MOST_THEMES, each, loose: LOOSE }
}

async function place(
  tx: Tx,
  deps: Deps,
  projectId: string,
  studyId: string,
  { themeId, answerIds }: FoundTheme,
): Promise<string> {
  const id = themeId ?? deps.newId()
  if (themeId === null)
    await insertTheme(tx, projectId, studyId, {
      id,
      title: null,
      title_by: 'machine',
      held: false,
      created_at: deps.now(),
    })
  await placeAnswers(tx, projectId, studyId, answerIds, id)
  return id
}
