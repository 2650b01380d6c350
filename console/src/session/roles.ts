// What each role can do, in words that follow "can".
import type { Role } from '../../../src/contract/labels.ts'

export const ROLE_POWERS: Record<Role, string> = {
  viewer: 'read everything, but not change anything',
  editor: 'read everything and work on issues, tags, studies, and guidelines',
  owner: 'do everything, including managing keys, members, and the project itself',
}
