// The project's members, for assigning issues and mentioning in comments.
import type { Assignee } from '../../../../../src/contract/issues/ownership.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { useResource } from '../../../queries.ts'
import { useSession } from '../../../session/session.ts'

/** The viewer first, then by name. */
export function useAssignees(): { people: Assignee[]; self: string | undefined } {
  const members = useResource(['members'], { limit: LIMITS.pageSizeMax })
  const self = useSession().data?.account?.id
  const people = (members.data?.items ?? [])
    .map(({ account_id, name, email }) => ({ account_id, name, email }))
    .sort((one, other) => rank(one, self) - rank(other, self) || one.name.localeCompare(other.name))
  return { people, self }
}

const rank = ({ account_id }: Assignee, self: string | undefined): number => (account_id === self ? 0 : 1)
