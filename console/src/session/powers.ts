// What a member and an app may do, in words for people.
import type { OauthScope, Role } from '../../../src/contract/labels.ts'

/** What each role may do, in words that follow "can". */
export const ROLE_POWERS: Record<Role, string> = {
  viewer: 'read everything, but not change anything',
  editor: 'read everything and work on issues, tags, studies, and guidelines',
  owner: 'do everything, including managing keys, members, and the project itself',
}

/** What each scope lets an app do, in words that follow "can". */
export const SCOPE_POWERS: Record<OauthScope, string> = {
  agent: 'post observations and research answers, and read the guidelines and open studies',
  'team:read': 'read issues, observations, studies, and answers',
  'team:write': 'change issues and create studies',
}
