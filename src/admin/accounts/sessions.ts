// /api/sessions/{session_id}
import type { Account } from '../../contract/accounts/accounts.ts'
import { endSession } from '../../domain/accounts/end-session.ts'
import { pathParameter } from '../../http/operation.ts'
import type { AdminOperation } from '../operation.ts'

export const sessionOperations: AdminOperation[] = [
  {
    role: 'viewer',
    inPerson: true,
    tag: 'Admin: sessions',
    method: 'DELETE',
    path: '/api/sessions/{session_id}',
    operationId: 'end_session',
    summary: 'End one of your sessions',
    description: 'Whoever has it open is signed out with the next request, on every process.',
    success: { status: 204, description: 'Ended.' },
    refusals: { not_found: 'You have no such session.' },
    async handle({ deps, account }, request) {
      await endSession(deps, (account as Account).id, pathParameter(request, 'session_id'))
      return {}
    },
  },
]
