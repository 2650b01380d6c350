// Rate limits in HTTP: 429 with Retry-After, and the remaining quota in RateLimit and RateLimit-Policy
// (draft-ietf-httpapi-ratelimit-headers). Without a limit nothing is counted and no header is sent.
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import {
  type LimitedCaller,
  type Policy,
  type Quota,
  quotasOf,
  type RequestLimits,
  type ServiceLimits,
  type Standing,
} from '../domain/projects/limits/limit-requests.ts'
import { routeOf } from './other-methods.ts'

export type RateLimit = { take(reply: FastifyReply, caller: LimitedCaller): void }

export function createRateLimit(limits: RequestLimits, service: ServiceLimits): RateLimit {
  return {
    take(reply, caller) {
      const quotas = quotasOf(caller, service)
      if (quotas !== null) takeFrom(limits, reply, quotas)
    },
  }
}

/** Counted before any lookup, so that guessing keys is limited, too. */
export function limitAddresses(app: FastifyInstance, limits: RequestLimits, perMinute: number | null): void {
  if (perMinute === null) return
  app.addHook('onRequest', async (request, reply) => {
    if (!COUNTED.test(routeOf(request) ?? request.url)) return
    takeFrom(limits, reply, [{ policy: 'address', holder: sharedAddress(request.ip), perMinute }])
  })
}

/** Pages, probes and scrapers are not counted. */
const COUNTED = /^\/(?:v1|mcp|api|oauth2)\//

function takeFrom(limits: RequestLimits, reply: FastifyReply, quotas: Quota[]): void {
  const { taken, standings } = limits.take(quotas)
  let [policies, left] = ['', '']
  for (const one of standings) {
    const comma = policies === '' ? '' : ', '
    policies += `${comma}"${one.policy}";q=${one.perMinute};w=60`
    left += `${comma}"${one.policy}";r=${one.left};t=${one.seconds}`
  }
  add(reply, 'ratelimit-policy', policies)
  add(reply, 'ratelimit', left)
  if (!taken) throw tooMany(standings)
}

function add(reply: FastifyReply, name: string, members: string): void {
  const present = reply.getHeader(name)
  void reply.header(name, present === undefined ? members : `${present}, ${members}`)
}

function tooMany(standings: Standing[]): Refusal {
  const [longest] = standings.filter(({ left }) => left === 0).sort((a, b) => b.seconds - a.seconds)
  const { policy, perMinute, seconds } = longest as Standing
  const detail = `too many requests: ${NAMES[policy]} may send ${perMinute} a minute; try again in ${seconds} s`
  return new Refusal('rate_limited', detail, { 'Retry-After': String(seconds) })
}

const NAMES: Record<Policy, string> = {
  key: 'this key',
  project: 'the keys of this project together',
  address: 'this address',
}

/** An IPv6 caller can choose addresses from at least a /64. */
export function sharedAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::').map((side) => side.split(':').filter(Boolean))
  const missing = tail === undefined ? 0 : 8 - (head as string[]).length - tail.length
  const groups = [...(head as string[]), ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? [])]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
