// /api/personal-mail
import { PersonalMail } from '../../contract/accounts/accounts.ts'
import { checker } from '../../contract/validate.ts'
import { getPersonalMail, updatePersonalMail } from '../../domain/accounts/manage-accounts.ts'
import { ownAccountId } from '../auth.ts'
import type { AdminOperation } from '../operation.ts'

const updateBody = checker(PersonalMail, 'body')

const forPeople = {
  role: 'viewer',
  inPerson: true,
  tag: 'Admin: personal mail',
  path: '/api/personal-mail',
} as const
const success = {
  status: 200,
  description: 'The setting.',
  schema: PersonalMail,
  example: { on: true },
} as const

export const personalMailOperations: AdminOperation[] = [
  {
    ...forPeople,
    method: 'GET',
    operationId: 'get_personal_mail',
    summary: 'Read whether you get personal email',
    success,
    async handle(context) {
      return { body: await getPersonalMail(context.deps, ownAccountId(context)) }
    },
  },
  {
    ...forPeople,
    method: 'PUT',
    operationId: 'update_personal_mail',
    summary: 'Turn personal email on or off',
    description:
      'On by default, if the service can send email: a message when somebody mentions you in a comment or assigns you an issue. Several at once are one message.',
    body: { schema: PersonalMail, example: { on: false } },
    success,
    async handle(context, request) {
      const { on } = updateBody.parse(request.body)
      return { body: await updatePersonalMail(context.deps, ownAccountId(context), on) }
    },
  },
]
