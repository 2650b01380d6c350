// The logits of the networks that judge pairs, and likeness on the threshold's scale, which people set.
import { THRESHOLD } from './likeness.ts'

/** However sure a network is, a pair says only so much for or against its groups. */
export const [SURELY_NOT, SURELY] = [-6, 6]
export const bounded = (logit: number): number => Math.min(SURELY, Math.max(SURELY_NOT, logit))

/** A step of the threshold by 0.03 is half a logit: about a seventh more or fewer issues. */
const LOGITS = 16

export const asLikeness = (logit: number): number => THRESHOLD + bounded(logit) / LOGITS
