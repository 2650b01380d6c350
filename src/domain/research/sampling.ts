// Whether a study asks a user: a stable draw, the same on every node.
import { hash } from 'node:crypto'

const SPAN = 2 ** 48

/** Uniform in [0, 1) and fixed per (study, user), so that raising a rate only ever adds users. */
export function samplingDraw(studyId: string, userId: string): number {
  const digest = hash('sha256', `${studyId.toLowerCase()}\n${userId}`, 'buffer')
  return digest.readUIntBE(0, 6) / SPAN
}

/** Every draw is below 1: where all are asked, none is made. */
export const isSampledIn = (rate: number, studyId: string, userId: string): boolean =>
  rate >= 1 || samplingDraw(studyId, userId) < rate
