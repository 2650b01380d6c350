// Observations and answers wait to be digested in tables of their own, by the same rules. What is called differently is here.

/**
 * `subject`: what a job is about. The rest are columns of the digest state: lost batches of answers are counted apart, because
 * observations that are digested in between say nothing about them.
 */
export const JOB_TABLES = {
  digest_job: { subject: 'observation_id', lostBatches: 'lost_batches', lostError: 'lost_error' },
  answer_job: { subject: 'answer_id', lostBatches: 'lost_answer_batches', lostError: 'lost_answer_error' },
} as const
export type JobTable = keyof typeof JOB_TABLES
