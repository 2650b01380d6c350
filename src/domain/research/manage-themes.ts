// The themes of a study's answers, as the team reads and corrects them. A theme that a person decided on is protected:
// the digest only adds answers to it.
import { parseDateTime } from '../../contract/date-time.ts'
import { LIMITS } from '../../contract/limits.ts'
import { conflict, invalid, notFound } from '../../contract/refusal.ts'
import type {
  MergedTheme,
  Theme,
  ThemeSplit,
  Themes,
  ThemesQuery,
  ThemeUpdate,
} from '../../contract/research/themes.ts'
import { isUuid } from '../../contract/validate.ts'
import { lockDigestState } from '../../db/digest/digest-states.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { moveAllAnswers, placeAnswers, selectAnswersAmong } from '../../db/research/answer-digests.ts'
import { countPendingAnswers } from '../../db/research/answer-jobs.ts'
import {
  insertThemeMerge,
  type MergedThemeRow,
  selectThemeMerges,
  takeThemeMerge,
} from '../../db/research/theme-merges.ts'
import {
  countThemes,
  deleteTheme,
  holdThemes,
  insertTheme,
  selectTheme,
  selectThemes,
  type ThemeCount,
  type ThemeRow,
  updateThemeTitle,
} from '../../db/research/themes.ts'
import { requireAsRead } from '../as-read.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { pageOfFew } from '../pages.ts'
import { sentimentCounts } from '../sentiment-days.ts'
import { refuseStrangers } from '../split.ts'
import { requireStudy } from './manage-studies.ts'

/** The words of a quoted answer, until a worker has found better ones. */
const titleOf = ({ title, quotes }: ThemeRow): string => title ?? quotes[0]?.text ?? ''

function show(row: ThemeRow, counts: ThemeCount[], merges: MergedThemeRow[]): Theme {
  const own = counts.filter(({ theme_id }) => theme_id === row.id)
  return {
    id: row.id,
    title: titleOf(row),
    title_by: row.title_by,
    answer_count: sum(own),
    sentiment_counts: sentimentCounts(own),
    quotes: row.quotes,
    merged: merges.filter(({ into_id }) => into_id === row.id).map(showMerged),
  }
}

const showMerged = ({ id, title, answer_count, merged_at }: MergedThemeRow): MergedTheme => ({
  id,
  title,
  answer_count,
  merged_at: merged_at.toISOString(),
})

const mergesIn = (tx: Tx, projectId: string, studyId: string): Promise<MergedThemeRow[]> =>
  selectThemeMerges(tx, projectId, studyId, LIMITS.mergedThemesPerStudy)

const sum = (counts: ThemeCount[]): number => counts.reduce((total, { count }) => total + count, 0)

const WHOLE_TIME = { from: null, to: null }

export async function listThemes(
  { db }: Deps,
  projectId: string,
  studyId: string,
  { from, to, ...query }: ThemesQuery,
): Promise<Themes> {
  const { id } = await requireStudy(db, projectId, studyId)
  const period = { from: from ? parseDateTime(from) : null, to: to ? parseDateTime(to) : null }
  const rows = await selectThemes(db, projectId, id)
  const counts = await countThemes(db, projectId, id, period)
  const merges = await mergesIn(db, projectId, id)
  const items = rows
    .map((row) => show(row, counts, merges))
    .sort((one, other) => other.answer_count - one.answer_count || (one.id < other.id ? -1 : 1))
  return {
    ...pageOfFew(query, items.slice(0, LIMITS.themesPerStudy)),
    without: sum(counts.filter(({ theme_id }) => theme_id === null)),
    pending: await countPendingAnswers(db, projectId, id),
  }
}

/** Names it; from then on the name stays. */
export function updateTheme(
  deps: Deps,
  actor: Actor,
  projectId: string,
  at: ThemePlace,
  { title, expected_title }: ThemeUpdate,
): Promise<Theme> {
  return decide(deps, projectId, at, async (tx, studyId, theme) => {
    const was = titleOf(theme)
    requireAsRead(expected_title, was, 'this theme was renamed')
    await updateThemeTitle(tx, projectId, studyId, theme.id, title)
    const facts = { title, was: { title: was } }
    await audit(tx, deps, projectId, { actor, action: 'theme.renamed', subjectId: studyId, facts })
    return theme.id
  })
}

/** Moves all of its answers into the other theme, which remains. Can be undone. */
export function mergeTheme(
  deps: Deps,
  actor: Actor,
  projectId: string,
  at: ThemePlace,
  into: string,
): Promise<Theme> {
  return decide(deps, projectId, at, async (tx, studyId, theme) => {
    const other = await selectTheme(tx, projectId, studyId, into)
    if (!other || other.id === theme.id) {
      const msg = other ? 'must be another theme than this one' : 'is not a theme of this study'
      throw invalid([{ loc: ['body', 'into'], msg, type: 'theme' }])
    }
    const answer_ids = await moveAllAnswers(tx, projectId, studyId, theme.id, other.id)
    await deleteTheme(tx, projectId, studyId, theme.id)
    const merge = { ...theme, into_id: other.id, answer_ids, merged_at: deps.now() }
    await insertThemeMerge(tx, projectId, studyId, merge)
    await holdThemes(tx, projectId, studyId, [other.id])
    const facts = { title: titleOf(theme), into: titleOf(other), answers: answer_ids.length }
    await audit(tx, deps, projectId, { actor, action: 'theme.merged', subjectId: studyId, facts })
    return other.id
  })
}

/** Restores the theme with those of its answers that are still in the other. The digest never merges the two again. */
export function unmergeTheme(
  deps: Deps,
  actor: Actor,
  projectId: string,
  { studyId, themeId }: ThemePlace,
): Promise<Theme> {
  return inStudy(deps, projectId, studyId, async (tx, study) => {
    const merge = isUuid(themeId) ? await takeThemeMerge(tx, projectId, study, themeId) : undefined
    if (!merge) throw notFound('merged theme')
    const into = await selectTheme(tx, projectId, study, merge.into_id)
    if (!into) throw conflict('the theme it was merged into was merged itself or is gone')
    const back = await selectAnswersAmong(tx, projectId, study, into.id, merge.answer_ids)
    if (back.length === 0) throw conflict('none of its answers are left in the theme it was merged into')
    await insertTheme(tx, projectId, study, { ...merge, held: true, created_at: deps.now() })
    await placeAnswers(tx, projectId, study, back, merge.id)
    await holdThemes(tx, projectId, study, [into.id])
    const facts = { title: merge.title, into: titleOf(into), answers: back.length }
    await audit(tx, deps, projectId, { actor, action: 'theme.unmerged', subjectId: study, facts })
    return merge.id
  })
}

/** Turns some of its answers into a new theme, which is returned. */
export function splitTheme(
  deps: Deps,
  actor: Actor,
  projectId: string,
  at: ThemePlace,
  { answer_ids, title = undefined }: ThemeSplit,
): Promise<Theme> {
  return decide(deps, projectId, at, async (tx, studyId, theme) => {
    const members = await selectAnswersAmong(tx, projectId, studyId, theme.id, answer_ids)
    refuseStrangers({ field: 'answer_ids', part: 'answer', whole: 'theme', wanted: answer_ids }, members)
    const counts = await countThemes(tx, projectId, studyId, WHOLE_TIME)
    if (members.length >= sum(counts.filter(({ theme_id }) => theme_id === theme.id)))
      throw conflict('at least one answer must stay in the theme')
    const id = deps.newId()
    await insertTheme(tx, projectId, studyId, {
      id,
      title: title ?? null,
      title_by: title === undefined ? 'machine' : 'person',
      held: true,
      created_at: deps.now(),
    })
    await placeAnswers(tx, projectId, studyId, members, id)
    await holdThemes(tx, projectId, studyId, [theme.id])
    const facts = { answers: members.length }
    await audit(tx, deps, projectId, { actor, action: 'theme.split', subjectId: studyId, facts })
    return id
  })
}

export type ThemePlace = { studyId: string; themeId: string }

function decide(
  deps: Deps,
  projectId: string,
  { studyId, themeId }: ThemePlace,
  work: (tx: Tx, studyId: string, theme: ThemeRow) => Promise<string>,
): Promise<Theme> {
  return inStudy(deps, projectId, studyId, async (tx, study) => {
    const theme = isUuid(themeId) ? await selectTheme(tx, projectId, study, themeId) : undefined
    if (!theme) throw notFound('theme')
    return work(tx, study, theme)
  })
}

/** Holds the digest lock, so that neither sees half of the other's work. Returns the theme that `work` names. */
async function inStudy(
  deps: Deps,
  projectId: string,
  studyId: string,
  work: (tx: Tx, studyId: string) => Promise<string>,
): Promise<Theme> {
  const shown = await inTransaction(deps.db, async (tx) => {
    await lockDigestState(tx, projectId)
    const { id } = await requireStudy(tx, projectId, studyId)
    const row = await selectTheme(tx, projectId, id, await work(tx, id))
    const counts = await countThemes(tx, projectId, id, WHOLE_TIME)
    return show(row as ThemeRow, counts, await mergesIn(tx, projectId, id))
  })
  deps.wakeDigest()
  return shown
}
