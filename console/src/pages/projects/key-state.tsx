// Whether a key still opens the door.
import { Badge } from '@mantine/core'
import type { ApiKey } from '../../../../src/contract/projects/keys.ts'
import { hasEnded } from '../../components/projects/expiry-text.tsx'
import { capitalized } from '../../format.ts'

type State = 'active' | 'expired' | 'revoked'

export function stateOfKey({ revoked_at, expires_at }: ApiKey): State {
  if (revoked_at) return 'revoked'
  return hasEnded(expires_at) ? 'expired' : 'active'
}

const COLORS: Record<State, string> = { active: 'moss', expired: 'yellow', revoked: 'gray' }

export function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const state = stateOfKey(apiKey)
  return (
    <Badge variant="light" size="sm" radius="sm" color={COLORS[state]} tt="none">
      {capitalized(state)}
    </Badge>
  )
}
