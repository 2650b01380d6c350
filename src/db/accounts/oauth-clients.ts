// Statements on apps that registered themselves or are described by a client document.
import type { Tx } from '../pool.ts'

export type OauthClientRow = {
  client_id: string
  name: string | null
  client_discovery_id: string | null
  redirect_uris: string[]
}

export async function selectOauthClient(tx: Tx, clientId: string): Promise<OauthClientRow | undefined> {
  const { rows } = await tx.query<OauthClientRow>(
    'SELECT client_id, name, client_discovery_id, redirect_uris FROM oauth_client WHERE client_id = $1',
    [clientId],
  )
  return rows[0]
}

export async function updateRedirectUris(tx: Tx, clientId: string, uris: string[]): Promise<void> {
  await tx.query('UPDATE oauth_client SET redirect_uris = $2 WHERE client_id = $1', [
    clientId,
    JSON.stringify(uris),
  ])
}
