// A session of one's own account, and whether it is the one that asks.

export type OwnSession = {
  id: string
  userAgent: string | null
  ipAddress: string | null
  createdAt: string
  updatedAt: string
  current: boolean
}
