// The closed sets of words that the interface speaks.
export const SENTIMENTS = ['very negative', 'negative', 'neutral', 'positive', 'very positive'] as const
export type Sentiment = (typeof SENTIMENTS)[number]

export const SOURCES = ['rest', 'mcp', 'import'] as const
export type Source = (typeof SOURCES)[number]

export const STUDY_STATES = ['draft', 'active', 'paused', 'ended'] as const
export type StudyState = (typeof STUDY_STATES)[number]

/** draft → active ⇄ paused → ended; ended is final. */
export const STUDY_TRANSITIONS: Record<StudyState, readonly StudyState[]> = {
  draft: ['active'],
  active: ['paused'],
  paused: ['active', 'ended'],
  ended: [],
}
