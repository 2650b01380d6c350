// The short way of what agents read most: an ordinary GET of the guidelines, or of the studies for a user, is answered before the
// framework sees it, whose hooks and objects cost more than the answer. Whatever is out of the ordinary goes the framework's way,
// refusals included; what an ordinary one gets is the same on both (test/rest/ordinary-reads.test.ts).
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { ActiveStudiesQuery } from '../contract/research/research.ts'
import { checker } from '../contract/validate.ts'
import type { AgentDeps } from '../domain/deps.ts'
import { getServiceGuidelines } from '../domain/guidelines/get-service-guidelines.ts'
import { admitKey } from '../domain/projects/authenticate-key.ts'
import type { KeyUses } from '../domain/projects/key-uses.ts'
import { quotasOf, type ServiceLimits } from '../domain/projects/limits/limit-requests.ts'
import { getActiveStudies } from '../domain/research/get-active-studies.ts'
import { type Soon, whenKnown } from '../domain/soon.ts'
import type { Metrics } from '../http/metrics.ts'
import { bytesOf, JSON_TYPE, routerPath } from '../http/register.ts'
import { sentKey } from './auth.ts'
import { failedBefore, getActiveStudiesOperation } from './get-active-studies.ts'
import { getServiceGuidelinesOperation } from './get-service-guidelines.ts'

export type OrdinaryReads = {
  deps: AgentDeps
  uses: KeyUses
  metrics: Metrics
  log: FastifyBaseLogger
  limits: ServiceLimits
}

/** In front of the framework; to be called before anything else listens for requests. */
export function answerOrdinaryReads(app: FastifyInstance, { metrics, log, ...reading }: OrdinaryReads): void {
  const [framework] = app.server.listeners('request') as [Handler]
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  const answer = (response: ServerResponse, { route, begun }: Read, body: Body): void => {
    const id = randomUUID()
    response.writeHead(200, {
      vary: 'Origin',
      'content-type': JSON_TYPE,
      'x-request-id': id,
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
    const ms = performance.now() - begun
    metrics.observeRequest('GET', route, 200, ms / 1000)
    log.info({ reqId: id, method: 'GET', route, status: 200, ms: Math.round(ms * 10) / 10 }, 'request')
  }
  app.server.removeListener('request', framework)
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const read = closing ? null : readOf(request)
    const body = read && attempt(reading, read)
    if (!body) return framework(request, response)
    if (!(body instanceof Promise)) return answer(response, read, body)
    body.then(
      (known) => answer(response, read, known),
      (error: unknown) => {
        failedBefore.set(request, error)
        framework(request, response)
      },
    )
  })
}

/** A short text leaves with the headers in one write; a long one is better kept as bytes. */
type Body = string | Buffer

type Handler = (request: IncomingMessage, response: ServerResponse) => void

type Read = {
  route: string
  begun: number
  projectId: string
  key: string | undefined
  /** Undefined where the guidelines are read. */
  userId: string | undefined
}

const GUIDELINES = routerPath(getServiceGuidelinesOperation.path)
const STUDIES = routerPath(getActiveStudiesOperation.path)
const ORDINARY =
  /^\/v1\/project\/([\da-f-]{36})\/(?:service-guidelines\/?|research\/studies\/?\?user_id=([\w.:@-]+))$/

/** Null where it is no ordinary one. */
function readOf({ method, url = '', headers }: IncomingMessage): Read | null {
  const [, projectId, userId] = (method === 'GET' && ORDINARY.exec(url)) || []
  if (projectId === undefined || !areOrdinary(headers)) return null
  const route = userId === undefined ? GUIDELINES : STUDIES
  return { route, begun: performance.now(), projectId, userId, key: sentKey(headers) }
}

/** Each of these has a part of the framework's way to itself. */
const areOrdinary = (headers: IncomingHttpHeaders): boolean =>
  headers.origin === undefined &&
  headers['x-request-id'] === undefined &&
  headers['x-forwarded-for'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers.expect === undefined &&
  headers.upgrade === undefined

const query = checker(ActiveStudiesQuery, 'query')

type Reading = Pick<OrdinaryReads, 'deps' | 'uses' | 'limits'>

/** Null where something has to be asked for first, limits count, or it is to be refused. */
function attempt({ deps, uses, limits }: Reading, { projectId, key, userId }: Read): Soon<Body> | null {
  const known = key === undefined ? null : deps.kept.atOnce(key)
  if (known?.key.project_id !== projectId) return null
  // What is shared of issues is read from the database.
  if (userId === undefined && known.settings.project?.share_known_issues !== false) return null
  if (quotasOf({ callerId: known.key.id, projectId, limits: known.key }, limits) !== null) return null
  try {
    const caller = admitKey(deps, uses, known.key)
    if (userId === undefined) return whenKnown(getServiceGuidelines(deps, uses, caller), bytesOf)
    const { user_id } = query.parse({ user_id: userId })
    return getActiveStudies(deps, projectId, user_id).then((studies) => JSON.stringify(studies))
  } catch {
    return null // the framework's way says why
  }
}
