// Grouping, online and in one pass: every text arrives once, merge passes run as they would in the worker.

import type { ObservationFeatures } from '../src/digest/features/observation-features.ts'
import { createGrouper, GROUP_SETTINGS, type GroupSettings } from '../src/digest/group/grouper.ts'
import type { Trained } from './trained.ts'

export const MERGE_EVERY = 100

/** The issue each feature set ends up in, after all merges. */
export const groupStream = (
  stream: ObservationFeatures[],
  trained: Trained,
  settings: GroupSettings = GROUP_SETTINGS,
  mergeEvery = MERGE_EVERY,
): string[] => {
  const grouper = createGrouper(
    {},
    { centre: trained.projection.centre, gramShares: trained.gramShares },
    settings,
  )
  const mergedInto = new Map<string, string>()
  let issues = 0
  const mergePass = (): void => {
    for (const { from, into } of grouper.mergePass().merges) mergedInto.set(from, into)
  }
  const assigned = stream.map((features, i) => {
    const { issueId } = grouper.assign(features, () => `issue ${issues++}`)
    if ((i + 1) % mergeEvery === 0) mergePass()
    return issueId
  })
  mergePass()
  const survivor = (issueId: string): string => {
    let id = issueId
    for (let next = mergedInto.get(id); next !== undefined; next = mergedInto.get(id)) id = next
    return id
  }
  return assigned.map(survivor)
}
