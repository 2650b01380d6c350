// What this machine connects to and is reached by: the port, the public address, mail, sign-in and model providers.
import { createServer } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import type { Config } from '../../config.ts'
import { DAY_MS } from '../../contract/date-time.ts'
import { tryMailServer } from '../../outbound/mailer.ts'
import { doubtful, type Finding, ok, reasonOf, wrong } from './finding.ts'

const PATIENCE_MS = 5_000
const RENEW_DAYS = 14

export async function checkNetwork(config: Config): Promise<Finding[]> {
  const { baseUrl, oidc, mail, embeddings, llm } = config
  const { isRunning, ...port } = await checkPort(config)
  const others = await Promise.all([
    baseUrl === null ? [] : checkPublic(baseUrl, isRunning),
    baseUrl?.startsWith('https:') ? checkCertificate(new URL(baseUrl)) : [],
    mail ? reach('mail', 'SMTP_URL', () => tryMailServer(mail)) : [],
    oidc ? reach('sign-in', 'OIDC_ISSUER', () => get(`${oidc.issuer}/.well-known/openid-configuration`)) : [],
    embeddings ? reach('embeddings', 'EMBEDDINGS_URL', () => askAnything(embeddings.url)) : [],
    llm ? reach('language model', 'LLM_URL', () => askAnything(llm.url)) : [],
  ])
  return [port, ...others.flat()]
}

/** Free, or used by a Fieldnote service. */
async function checkPort({ host, port }: Config): Promise<Finding & { isRunning?: boolean }> {
  const place = `port ${port} on ${host}`
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
  if (code === undefined) return ok('port', `${place} is free`)
  if (code === 'EACCES') return wrong('port', `${place} needs privileges: set PORT to 1024 or higher.`)
  if (code !== 'EADDRINUSE')
    return wrong('port', `HOST ${host} is not an address of this machine: use 127.0.0.1, or 0.0.0.0 for all.`)
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host
  const health = await get(`http://${reachable}:${port}/healthz`).catch(() => undefined)
  if (health?.status !== 'ok')
    return wrong('port', `${place} is used by another program: stop it, or set PORT to another.`)
  const ready = await get(`http://${reachable}:${port}/readyz`).catch((error: Error) => error)
  if (ready instanceof Error)
    return wrong('port', `A Fieldnote service runs on ${place} but cannot serve requests: ${ready.message}.`)
  return { ...ok('port', `a Fieldnote answers on ${place}, and is ready`), isRunning: true }
}

async function checkPublic(baseUrl: string, isRunning = false): Promise<Finding> {
  if (!isRunning) return ok('public address', `${baseUrl}, not checked because no service runs here`)
  const health = await get(`${baseUrl}/healthz`).catch((error: Error) => error)
  if (!(health instanceof Error) && health.status === 'ok')
    return ok('public address', `${baseUrl} leads here`)
  const reason = health instanceof Error ? reasonOf(health) : 'something else answers'
  return wrong(
    'public address',
    `${baseUrl} does not lead to a Fieldnote service (${reason}): check BASE_URL, DNS and the proxy.`,
  )
}

function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  return new Promise((resolve) => {
    const report = (finding: Finding) => {
      socket.destroy()
      resolve(finding)
    }
    const options = {
      host: hostname,
      port: Number(port) || 443,
      servername: hostname,
      rejectUnauthorized: false,
    }
    const socket = connect(options, () => report(judgeCertificate(socket.getPeerCertificate(), Date.now())))
    socket.setTimeout(PATIENCE_MS, () =>
      report(doubtful('certificate', `${hostname} does not answer in time.`)),
    )
    socket.once('error', (error) =>
      report(doubtful('certificate', `It cannot be read: ${reasonOf(error)}. Check BASE_URL and the proxy.`)),
    )
  })
}

export function judgeCertificate({ valid_to }: Pick<PeerCertificate, 'valid_to'>, now: number): Finding {
  const days = Math.floor((Date.parse(valid_to) - now) / DAY_MS)
  if (days >= RENEW_DAYS) return ok('certificate', `good for ${days} days`)
  const renewal = 'renew it, and check why that did not happen automatically'
  return days < 0
    ? wrong('certificate', `It expired on ${valid_to}: ${renewal}.`)
    : doubtful('certificate', `It expires in ${days} days: ${renewal}.`)
}

async function reach(about: string, setting: string, ask: () => Promise<unknown>): Promise<Finding> {
  try {
    await ask()
    return ok(about, `what ${setting} names answers`)
  } catch (error) {
    return wrong(about, `The host in ${setting} does not answer (${reasonOf(error)}): check the setting.`)
  }
}

async function get(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (!response.ok) throw new Error(`it answers ${response.status} ${body.detail ?? ''}`.trim())
  return body
}

/** Any answer will do: a model's endpoint has no page to check. */
const askAnything = (url: string): Promise<unknown> =>
  fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE_MS) })
