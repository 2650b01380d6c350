// Whether a key still opens the door.
import { IconCircleCheck, IconCircleX, IconClockX } from '@tabler/icons-react'
import type { ApiKey } from '../../../../src/contract/projects/keys.ts'
import { Label } from '../../components/labels.tsx'
import { hasEnded } from '../../components/projects/expiry-text.tsx'

type State = 'active' | 'expired' | 'revoked'

export function stateOfKey({ revoked_at, expires_at }: ApiKey): State {
  if (revoked_at) return 'revoked'
  return hasEnded(expires_at) ? 'expired' : 'active'
}

const ICONS = { active: IconCircleCheck, expired: IconClockX, revoked: IconCircleX }

export function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const state = stateOfKey(apiKey)
  const Icon = ICONS[state]
  return <Label icon={<Icon size={14} aria-hidden />}>{state}</Label>
}
