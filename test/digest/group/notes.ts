// Notes and issues made by hand: vectors of a few numbers, so that a test can be read.
import type { IssueEntry, Member } from '../../../src/digest/group/issue-table.ts'
import { gather } from '../../../src/digest/group/likeness.ts'
import { normalize, pack } from '../../../src/digest/group/vector.ts'

/** A point of a plane, told by its angle: notes of one matter are a few degrees apart. */
export function towards(degrees: number): Float32Array {
  const angle = (degrees * Math.PI) / 180
  return normalize(Float32Array.from([Math.cos(angle), Math.sin(angle), 0, 0]))
}

export const note = (id: string, degrees: number, facts: Partial<Member> = {}): Member => ({
  id,
  ...pack(towards(degrees)),
  sign: 0,
  kind: 0,
  language: 'en',
  length: 120,
  words: new Uint32Array(),
  pinned: false,
  named: false,
  ...facts,
})

export function issue(id: string, members: Member[], facts: Partial<IssueEntry> = {}): IssueEntry {
  return { id, decided: false, seen: false, size: members.length, members, ...gather(members), ...facts }
}
