// Whether to get email about mentions and assignments; hidden when the service sends no email.
import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { sayFailed } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { useSession } from '../../session/session.ts'

const KEY = ['personal-mail']

export function PersonalMailPanel() {
  const mail = useSession().data?.mail ?? false
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => api.get('/api/personal-mail'),
    enabled: mail,
  })
  const change = useMutation({
    mutationFn: (on: boolean) => api.put('/api/personal-mail', { on }),
    onSuccess: (saved) => client.setQueryData(KEY, saved),
    onError: sayFailed,
  })
  if (!mail || !data) return null
  return (
    <Panel title="Email">
      <Switch
        label="Email me about mentions and assignments"
        description="You’re never emailed about what you do yourself."
        checked={change.isPending ? change.variables : data.on}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </Panel>
  )
}
