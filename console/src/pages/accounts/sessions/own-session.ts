// A session of one's own account, and whether it is the one that asks.
import type { SignedIn } from '../../../account-operations.ts'

export type OwnSession = SignedIn & { current: boolean }
