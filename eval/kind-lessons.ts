// What kinds are learned from beside the benchmark: issues as people open them on code hosts (`eval/kinds`), and every second of
// the chats and trackers, the half that the encoder has seen. The other half is only scored.
import { readdirSync, readFileSync } from 'node:fs'
import { createEmbedPool } from '../src/digest/encode/embed-pool.ts'
import { readable } from '../src/digest/features/text/readable.ts'
import { textToEmbed } from '../src/digest/read-observation.ts'
import type { Product } from './benchmark.ts'

type Lesson = Pick<Product, 'notes' | 'vectors'>

/** How often issues of code hosts are shown: there are few of them, and nothing else has their shape. */
const SHOWN = 3

export async function kindLessons(): Promise<Lesson[]> {
  const natural = ['chats', 'trackers'].flatMap((family) =>
    filesIn('eval/natural')
      .filter((file) => file.includes(`/${family}.`))
      .filter((_, at) => at % 2 === 0),
  )
  const hosts = filesIn('eval/kinds').flatMap((file) => Array.from({ length: SHOWN }, () => file))
  const pool = createEmbedPool({ threads: 2 })
  const lessons: Lesson[] = []
  for (const file of [...natural, ...hosts]) {
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => ({ sentiment: 'neutral', ...JSON.parse(line) }) as Product['notes'][number])
    const vectors = await pool.embed(rows.map(textToEmbed))
    lessons.push({ notes: rows.map((row) => ({ ...row, ...readable(row) })), vectors })
  }
  await pool.close()
  return lessons
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .map((file) => `${folder}/${file}`)
