// The project's tags, newest first, for filters and observations.

import { LIMITS } from '../../../../src/contract/limits.ts'
import { useList } from '../../queries.ts'

export const useTags = () => useList(['tags'], { limit: LIMITS.pageSizeMax })
