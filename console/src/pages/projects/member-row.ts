// A member, and whether that is oneself.
import type { Member } from '../../../../src/contract/accounts/accounts.ts'

export type MemberRow = Member & { id: string; self: boolean }
