// A person's verdict on a tag: shown immediately, and reverted when the server refuses.
import type { ObservationDetail } from '../../../../../src/contract/observations/observation-details.ts'
import type { TagVerdict } from '../../../../../src/contract/tags/tags.ts'
import { api, projectPath } from '../../../api.ts'
import { useChange } from '../../../queries.ts'
import { sayFailed } from '../../notices.tsx'
import { usePutObservation } from './observation-cache.ts'

type ObservationTag = ObservationDetail['tags'][number]
type Judgment = { tag: ObservationTag; verdict: TagVerdict['verdict'] }

export function useTagVerdict(observation: ObservationDetail) {
  const put = usePutObservation()
  const judge = useChange(async ({ tag, verdict }: Judgment, projectId) =>
    put(
      await api.put(projectPath(projectId, 'observations', observation.id, 'tags', tag.id), {
        verdict,
      }),
    ),
  )
  return async (tag: ObservationTag, verdict: TagVerdict['verdict']) => {
    await put({ ...observation, tags: judged(observation.tags, { tag, verdict }) })
    judge.mutate(
      { tag, verdict },
      {
        onError: (error) => {
          void put(observation)
          sayFailed(error)
        },
      },
    )
  }
}

function judged(tags: ObservationTag[], { tag, verdict }: Judgment): ObservationTag[] {
  const confirmed = { ...tag, placed_by: 'person' as const }
  if (verdict === 'removed') return tags.filter(({ id }) => id !== tag.id)
  return tags.some(({ id }) => id === tag.id)
    ? tags.map((other) => (other.id === tag.id ? confirmed : other))
    : [...tags, confirmed]
}
