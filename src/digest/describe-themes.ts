// Titles and quotes of themes whose answers changed, from their newest answers.
import type { Tx } from '../db/pool.ts'
import { selectThemeTexts, type ThemeText } from '../db/research/answer-digests.ts'
import { saveThemeWords, selectThemes } from '../db/research/themes.ts'
import { decodeVector } from './group/vector.ts'
import { describeTheme } from './themes/describe-theme.ts'

const MEMBERS = 24

/** Runs under the digest lock. */
export async function describeThemes(
  tx: Tx,
  model: string,
  projectId: string,
  studyId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const themes = await selectThemes(tx, projectId, studyId)
  const texts = await selectThemeTexts(tx, projectId, studyId, ids, MEMBERS)
  for (const { id, title, title_by } of themes.filter((theme) => ids.includes(theme.id))) {
    const own = texts.filter(({ theme_id }) => theme_id === id)
    const words =
      own.length > 0
        ? describeTheme(
            own.map((text) => toNote(text, model)),
            title_by === 'machine' ? title : null,
          )
        : { title: title ?? '', quotes: [] }
    await saveThemeWords(tx, projectId, studyId, { id, ...words })
  }
}

/** Vectors of another model cannot be compared. */
const toNote = (text: ThemeText, model: string) => ({
  id: text.answer_id,
  userId: text.user_id,
  answer: text.answer,
  language: text.language,
  vector: text.model === model ? decodeVector(text.meaning) : null,
})
