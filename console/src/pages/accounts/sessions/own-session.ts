// The account's sessions, and which one is current.
import type { SignedIn } from '../../../account-operations.ts'

export type OwnSession = SignedIn & { current: boolean }
