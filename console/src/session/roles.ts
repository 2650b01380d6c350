// What each role may do, in words that follow "may".
import type { Role } from '../../../src/contract/labels.ts'

export const ROLE_POWERS: Record<Role, string> = {
  viewer: 'read everything and change nothing',
  editor: 'work on issues, tags, studies and guidelines',
  owner: 'do everything, also manage keys, members and the project itself',
}
