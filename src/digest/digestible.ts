// An observation on its way through the digest, with what grouping and tags look at.
import type { DigestJob } from '../db/digest/digest-jobs.ts'
import type { ObservationFeatures } from './features/observation-features.ts'

export type Digestible = { job: DigestJob; features: ObservationFeatures }
