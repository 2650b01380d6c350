// One-time links carry their token behind the #, which browsers never send to a server by themselves.
import { useState } from 'react'

export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1))
  return token
}
