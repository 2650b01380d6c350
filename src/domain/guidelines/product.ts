// How texts for agents name the product: its name, and the team's description of it.
import type { ProjectRow } from '../../db/projects/projects.ts'

export type Product = Pick<ProjectRow, 'name' | 'about'>

export const onOneLine = (text: string): string => text.replace(/[\s\p{C}]+/gu, ' ').trim()

export const productName = ({ name }: Product): string => onOneLine(name)

/** A sentence, or nothing if the team wrote none. */
export function productLine({ about }: Product): string {
  const line = onOneLine(about ?? '')
  return line === '' || /[.!?]$/.test(line) ? line : `${line}.`
}
