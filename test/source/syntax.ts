// The source as it is written: its files, and every node of their syntax.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import type { Loose } from '../service.ts'

export type SourceFile = { file: string; text: string; nodes: Loose[] }

const FOLDERS = ['src', 'console/src', 'packages/client/src']

export const readSource = (): SourceFile[] =>
  execFileSync('git', ['ls-files', ...FOLDERS], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file))
    .map(read)

function read(file: string): SourceFile {
  const text = readFileSync(file, 'utf8')
  return { file, text, nodes: nodesOf(text, file.endsWith('x') ? 'tsx' : 'ts') }
}

export function nodesOf(text: string, lang: 'ts' | 'tsx' = 'ts'): Loose[] {
  const found: Loose[] = []
  const visit = (node: Loose): void => {
    if (typeof node !== 'object' || node === null) return
    if (!Array.isArray(node)) found.push(node)
    for (const inside of Object.values(node)) visit(inside)
  }
  visit(parseAst(text, { lang }).body)
  return found
}
