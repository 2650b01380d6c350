// A member, and whether it is the viewer.
import type { Member } from '../../../../src/contract/accounts/accounts.ts'

export type MemberRow = Member & { id: string; self: boolean }
