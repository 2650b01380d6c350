// "Why isn’t a user being asked?": all rules for one user, and the deciding one.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import { Panel } from '../../../components/panel.tsx'
import { Loaded } from '../../../components/states.tsx'
import { UserIdField } from '../../../components/users/user-id-field.tsx'
import { useResource } from '../../../queries.ts'
import { Rules } from './rules.tsx'

export function ExplainPanel({ study }: { study: Study }) {
  const [text, setText] = useState('')
  const [userId, setUserId] = useState('')
  return (
    <Panel title="Why isn’t a user being asked?">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setUserId(text)
        }}
      >
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <UserIdField flex={1} value={text} onChange={setText} />
          <Button type="submit" variant="default" disabled={text.trim() === ''}>
            Check
          </Button>
        </Group>
      </form>
      {userId !== '' && <Explanation key={userId} study={study} userId={userId} />}
    </Panel>
  )
}

function Explanation({ study, userId }: { study: Study; userId: string }) {
  const explanation = useResource(['studies', study.id, 'explain'], { user_id: userId })
  return (
    <Stack gap="sm" mt="md" aria-live="polite">
      <Loaded of={explanation} loading={<Skeleton height={210} />}>
        {(found) => (
          <>
            <Text size="sm" dir="auto" className="fn-break">
              <b>{userId}</b>{' '}
              {found.asked ? 'will be asked if the agent finds them eligible.' : 'won’t be asked right now.'}
            </Text>
            <Rules explanation={found} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}
