// Whether a study asks a user: a stable draw, the same on every node.
import { createHash } from 'node:crypto'

const SPAN = 2 ** 48

/** Uniform in [0, 1) and fixed per (study, user), so that raising a rate only ever adds users. */
export function samplingDraw(studyId: string, userId: string): number {
  const digest = createHash('sha256').update(`${studyId.toLowerCase()}\n${userId}`).digest()
  return digest.readUIntBE(0, 6) / SPAN
}

export const isSampledIn = (rate: number, studyId: string, userId: string): boolean =>
  samplingDraw(studyId, userId) < rate
