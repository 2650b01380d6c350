// A session of one's own account, and whether it is the one that asks.

export type OwnSession = {
  id: string
  /** What it is ended by; without the service's signature nobody is let in with it. */
  token: string
  userAgent: string | null
  ipAddress: string | null
  createdAt: string
  updatedAt: string
  current: boolean
}
