// Ends another session, for a lost or forgotten browser.
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { sayDone, sayFailed } from '../../../components/notices.tsx'
import { describeBrowser } from './browser-name.ts'
import type { OwnSession } from './own-session.ts'

export function EndSession({ session: { id, userAgent, current } }: { session: OwnSession }) {
  const client = useQueryClient()
  const browser = describeBrowser(userAgent)
  const end = useMutation({
    mutationFn: () => api.delete(`/api/sessions/${id}`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['sessions'] })
      sayDone(`Signed out ${browser}.`)
    },
    onError: sayFailed,
  })
  if (current) return null
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      loading={end.isPending}
      onClick={() => end.mutate()}
      aria-label={`Sign out ${browser}`}
    >
      Sign out
    </Button>
  )
}
