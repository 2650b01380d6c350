// What each scope lets an app do, in words that follow "can".
import type { OauthScope } from '../../../src/contract/labels.ts'

export const SCOPE_POWERS: Record<OauthScope, string> = {
  agent: 'post observations and research answers, and read the guidelines and open studies',
  'team:read': 'read issues, observations, studies, and answers',
  'team:write': 'change issues and create studies',
}
