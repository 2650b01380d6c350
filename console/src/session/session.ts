// The signed-in account and its projects, as the server sees them.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '../../../src/contract/accounts/accounts.ts'
import { api, tellSignedOut } from '../api.ts'

const KEY = ['session']

export const sessionQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ client }) => {
    const before = client.getQueryData<Session>(KEY)
    const now = await api.get('/api/session')
    if (!before?.account || now.account) return now
    tellSignedOut()
    return before // the page stays unchanged under the sign-in dialog
  },
  staleTime: 60_000,
})

export const useSession = () => useQuery(sessionQuery)

/** Call it after signing in or out, joining, leaving or renaming. */
export function useSessionRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
