// A reminder to replace a key before it expires.
import { Alert, List } from '@mantine/core'
import { DAY_MS } from '../../../../../src/contract/date-time.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { ApiKey } from '../../../../../src/contract/projects/keys.ts'
import { Ago } from '../../../components/time.tsx'
import { plural } from '../../../format.ts'
import { IconClockExclamation } from '../../../icons/tabler.ts'
import { useList } from '../../../queries.ts'
import { serverNow } from '../../../server-clock.ts'
import { stateOfKey } from './key-state.tsx'

const SOON = LIMITS.keyReminderDays * DAY_MS

const endsSoon = (key: ApiKey): boolean =>
  stateOfKey(key) === 'active' &&
  key.expires_at !== null &&
  new Date(key.expires_at).getTime() - serverNow() < SOON

export function ExpiringKeys() {
  const soon = useList(['keys']).items.filter(endsSoon)
  if (soon.length === 0) return null
  return (
    <Alert
      color="yellow"
      icon={<IconClockExclamation size={18} />}
      title={`${plural(soon.length, 'key')} will expire soon`}
    >
      Rotate them so your agents keep working. The old key stays valid while you switch over.
      <List size="sm" mt={6}>
        {soon.map(({ id, name, expires_at }) => (
          <List.Item key={id}>
            <bdi>{name}</bdi>: <Ago at={expires_at ?? ''} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
