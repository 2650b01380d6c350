// The state of a key.

import type { ApiKey } from '../../../../../src/contract/projects/keys.ts'
import { Label } from '../../../components/labels.tsx'
import { hasEnded } from '../../../components/projects/expiry-text.tsx'
import { IconCircleCheck, IconCircleX, IconClockX, IconRefresh } from '../../../icons/tabler.ts'

type State = 'active' | 'replaced' | 'expired' | 'revoked'

export function stateOfKey({ revoked_at, expires_at, replaced_by }: ApiKey): State {
  if (revoked_at) return 'revoked'
  if (hasEnded(expires_at)) return 'expired'
  return replaced_by ? 'replaced' : 'active'
}

const ICONS = { active: IconCircleCheck, replaced: IconRefresh, expired: IconClockX, revoked: IconCircleX }

/** A replaced key works for some time. */
export const isWorking = (key: ApiKey): boolean => ['active', 'replaced'].includes(stateOfKey(key))

export function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const state = stateOfKey(apiKey)
  const Icon = ICONS[state]
  return <Label icon={<Icon size={14} aria-hidden />}>{state}</Label>
}
