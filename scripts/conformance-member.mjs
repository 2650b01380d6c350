// A member with a browser, as the conformance suite needs one: signs up, and says yes to an OAuth client.

/** The first account; answers what its browser sends from then on. */
export async function signUp(address, setUpLink) {
  const body = {
    token: new URL(setUpLink).hash.slice(1),
    name: 'Member',
    email: 'member@example.com',
    password: 'correct horse battery',
  }
  const response = await post(`${address}/api/setup`, body, { Origin: address })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { Cookie: cookies.join('; '), Origin: address }
}

export async function registerClient(address, callback) {
  const body = { client_name: 'Conformance', redirect_uris: [callback], token_endpoint_auth_method: 'none' }
  const { client_id } = await (await post(`${address}/oauth2/register`, body)).json()
  return client_id
}

/** From the authorization address over the consent page back to the client. */
export async function consentTo(authorization, member) {
  const sent = await fetch(authorization, { redirect: 'manual', headers: member })
  const page = new URL(sent.headers.get('location'))
  const body = { query: page.search.slice(1), accept: true }
  const { redirect_to } = await (await post(`${page.origin}/api/oauth/decision`, body, member)).json()
  await fetch(redirect_to)
}

async function post(url, body, headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}
