// /api/sessions/{session_id}

import { endSession } from '../../domain/accounts/manage-accounts.ts'
import { pathParameter } from '../../http/operation.ts'
import { ownAccountId } from '../auth.ts'
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
    description: 'Takes effect with the next request, on every process.',
    success: { status: 204, description: 'Ended.' },
    refusals: { not_found: 'You have no such session.' },
    async handle(context, request) {
      await endSession(context.deps, ownAccountId(context), pathParameter(request, 'session_id'))
      return {}
    },
  },
]
