// POST /api/setup: creates the first account with the link that the first start prints.

import { ACCOUNT } from '../contract/accounts/account-examples.ts'
import { Account, SetUp } from '../contract/accounts/accounts.ts'
import { exactBody } from '../contract/validate.ts'
import { setUp } from '../domain/accounts/set-up.ts'
import { type AccountOperation, tag } from './operation.ts'

const setUpBody = exactBody(SetUp)

export const setUpOperation: AccountOperation = {
  method: 'POST',
  path: '/api/setup',
  operationId: 'set_up',
  summary: 'Make the first account',
  description: 'It owns every existing project. The response sets the session cookie.',
  tag,
  body: {
    schema: SetUp,
    example: { token: '…', name: ACCOUNT.name, email: ACCOUNT.email, password: 'correct horse battery' },
  },
  success: { status: 201, description: 'Made and signed in.', schema: Account, example: ACCOUNT },
  refusals: {
    forbidden: 'The call comes from a page of another site.',
    not_found: 'The link is unknown or no longer valid.',
    conflict: 'An account already exists.',
  },
  async handle({ deps, accounts }, request, reply) {
    const wanted = setUpBody.parse(request.body)
    const account = await setUp(deps, wanted, accounts.hashPassword)
    await accounts.signIn(request, reply, account.email, wanted.password)
    return { body: account }
  },
}
