// Issues, studies, tags and users from the server that match what was typed, shortly after typing stops.
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { LIMITS } from '../../../src/contract/limits.ts'
import { bestMatches } from '../../../src/contract/matching.ts'
import type { Command } from '../components/commands.ts'
import { plural } from '../format.ts'
import { IconBulb, IconInbox, IconTag, IconUser } from '../icons/tabler.ts'
import { useResource } from '../queries.ts'
import { useProjectId } from '../session/project.ts'

const SETTLE_MS = 150
const ISSUES = 6
const OTHERS = 3

type Asked = { isPending: boolean; isPlaceholderData: boolean; failureCount: number }

/** A failed request is not awaited; the others are shown without it. */
const isAwaited = ({ isPending, isPlaceholderData, failureCount }: Asked): boolean =>
  failureCount === 0 && (isPending || isPlaceholderData)

export function useFound(query: string): Command[] {
  const [text] = useDebouncedValue(query.trim(), SETTLE_MS)
  const params = { projectId: useProjectId() }
  const base = `/p/${params.projectId}`
  const navigate = useNavigate()
  const enabled = text.length > 1
  const issues = useResource(['issues'], { q: text, limit: ISSUES }, { enabled })
  const users = useResource(['users'], { q: text, limit: OTHERS }, { enabled })
  const studies = useResource(['studies'], { limit: LIMITS.pageSizeMax }, { enabled })
  const tags = useResource(['tags'], { limit: LIMITS.pageSizeMax }, { enabled })
  // Enter must not pick results of other words, and rows should move once instead of with each of four answers.
  if (!enabled || text !== query.trim() || [issues, users, studies, tags].some(isAwaited)) return []
  const goTo = (path: string) => () => void navigate({ to: base + path })
  const asked = bestMatches(text, studies.data?.items ?? [], ({ question }) => [question])
  const labels = bestMatches(text, tags.data?.items ?? [], ({ label }) => [label])
  return [
    ...(issues.data?.items ?? []).map(({ id, number, title, status }) => ({
      id,
      label: title,
      description: `Issue #${number} · ${status}`,
      icon: IconInbox,
      run: goTo(`/issues/${id}`),
    })),
    ...asked.slice(0, OTHERS).map(({ id, question, state }) => ({
      id,
      label: question,
      description: `Study · ${state}`,
      icon: IconBulb,
      run: goTo(`/studies/${id}`),
    })),
    ...labels.slice(0, OTHERS).map(({ id, label }) => ({
      id,
      label,
      description: 'Tag · observations with it',
      icon: IconTag,
      run: () => void navigate({ to: '/p/$projectId/observations', params, search: { tag: id } }),
    })),
    ...(users.data?.items ?? []).map(({ user_id, observation_count }) => ({
      id: `user ${user_id}`,
      label: user_id,
      description: `User · ${plural(observation_count, 'observation')}`,
      icon: IconUser,
      run: () =>
        void navigate({
          to: '/p/$projectId/users/$userId',
          params: { ...params, userId: user_id },
        }),
    })),
  ]
}
