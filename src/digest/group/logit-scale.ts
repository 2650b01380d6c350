// Converts the logits of the networks that judge pairs to likeness on the scale of the threshold, which people set.
import { THRESHOLD } from './likeness.ts'

/** However sure a network is, a pair counts only this much for or against merging its groups. */
export const [SURELY_NOT, SURELY] = [-6, 6]
export const bounded = (logit: number): number => Math.min(SURELY, Math.max(SURELY_NOT, logit))

/** A threshold step of 0.03 is half a logit: about a seventh more or fewer issues. */
const LOGITS = 16

export const asLikeness = (logit: number): number => THRESHOLD + bounded(logit) / LOGITS
