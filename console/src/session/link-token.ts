// Tokens of one-time links are behind the #, which browsers never send to a server.
import { useState } from 'react'

export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1))
  return token
}
