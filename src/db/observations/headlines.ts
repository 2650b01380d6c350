// Where a search matched: PostgreSQL marks the words by its own reading of each text.
import type { Tx } from '../pool.ts'
import type { SoughtTerms } from '../searches.ts'

/** Private use characters. Those in the text itself are read as spaces. */
export const MARKS = { start: '\uE000', stop: '\uE001' } as const

export type Headline = {
  id: string
  field: 'title' | 'description'
  /** Matched as single words, or as parts of a phrase. */
  sought: 'words' | 'phrases'
  marked: string
}

const OPTIONS = `HighlightAll=true, StartSel=${MARKS.start}, StopSel=${MARKS.stop}`

/** Reads each text as it was indexed: stemmed in its language, and unstemmed. */
export async function selectHeadlines(
  tx: Tx,
  projectId: string,
  texts: { id: string; config: string }[],
  { words, phrases }: SoughtTerms,
): Promise<Headline[]> {
  const { rows } = await tx.query<Headline>(
    `SELECT o.id, field.name AS field, sought.name AS sought,
       ts_headline(reading.config::regconfig, translate(field.text, $6, '  '), sought.query::tsquery, $7) AS marked
     FROM unnest($2::uuid[], $3::text[]) AS item (id, config)
     JOIN observation o ON o.project_id = $1 AND o.id = item.id
     CROSS JOIN LATERAL (VALUES ('title', o.title), ('description', o.description)) AS field (name, text)
     CROSS JOIN LATERAL (SELECT DISTINCT unnest(ARRAY[item.config, 'simple'])) AS reading (config)
     CROSS JOIN (VALUES ('words', $4), ('phrases', $5)) AS sought (name, query)
     WHERE sought.query <> ''`,
    [
      projectId,
      texts.map(({ id }) => id),
      texts.map(({ config }) => config),
      words,
      phrases,
      MARKS.start + MARKS.stop,
      OPTIONS,
    ],
  )
  return rows
}
