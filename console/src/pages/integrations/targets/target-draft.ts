// A target that is being edited, with defaults that suit most teams.
import type { Target, TargetCreate } from '../../../../../src/contract/integrations/targets.ts'

export type TargetDraft = Required<Omit<TargetCreate, 'events'>> & { events: Target['events'] }

export function draftOf(target: Target | 'new' | null, mail: boolean): TargetDraft {
  if (target === 'new' || target === null)
    return {
      name: '',
      format: mail ? 'email' : 'slack',
      address: '',
      rhythm: 'each',
      events: ['issue.new', 'issue.regressed', 'issue.spiked', 'issue.severity_raised'],
      min_users: 3,
      kinds: [],
      min_severity: null,
      tag_id: null,
    }
  const { name, format, address, rhythm, events, min_users, kinds, min_severity, tag_id } = target
  return { name, format, address, rhythm, events, min_users, kinds, min_severity, tag_id }
}

/** The default name: the host or the first recipient. */
export function nameOf({ name, format, address }: TargetDraft): string {
  if (name.trim()) return name.trim()
  if (format === 'email') return address.split(/[,;\s]+/).find(Boolean) ?? 'Email'
  return URL.canParse(address.trim()) ? new URL(address.trim()).host : 'Alert'
}
