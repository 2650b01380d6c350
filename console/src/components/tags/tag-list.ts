// The tags of the project, newest first: to filter by, and to put on observations.

import { LIMITS } from '../../../../src/contract/limits.ts'
import { useList } from '../../queries.ts'

export const useTags = () => useList(['tags'], { limit: LIMITS.pageSizeMax })
