// Whether a study asks a user: a stable draw, the same on every process.
import { hash } from 'node:crypto'

const SPAN = 2 ** 48

/** Uniform in [0, 1) and fixed per (study, user), so that raising a rate only adds users. */
export function samplingDraw(studyId: string, userId: string): number {
  const digest = hash('sha256', `${studyId.toLowerCase()}\n${userId}`, 'buffer')
  return digest.readUIntBE(0, 6) / SPAN
}

/** Every draw is below 1, so no draw is needed at a rate of 1. */
export const isSampledIn = (rate: number, studyId: string, userId: string): boolean =>
  rate >= 1 || samplingDraw(studyId, userId) < rate
