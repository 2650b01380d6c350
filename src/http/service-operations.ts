// Health, readiness and metrics of the process.

import type { Refusal } from '../contract/refusal.ts'
import { AnyText, ObjectOf } from '../contract/schema.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Operation } from './operation.ts'

export type ServiceContext = {
  metrics: Metrics
  /** Why requests cannot be served; null when they can. */
  whyNotReady(): Promise<Refusal | null>
}

const Status = ObjectOf({ status: AnyText() })

export const SERVICE_OPERATIONS: Operation<ServiceContext>[] = [
  {
    method: 'GET',
    path: '/healthz',
    operationId: 'health',
    summary: 'Check that the process is alive',
    tag: 'Service',
    success: { status: 200, description: 'It is.', schema: Status, example: { status: 'ok' } },
    async handle() {
      return { body: { status: 'ok' } }
    },
  },
  {
    method: 'GET',
    path: '/readyz',
    operationId: 'ready',
    summary: 'Check that requests can be served',
    tag: 'Service',
    success: { status: 200, description: 'They can.', schema: Status, example: { status: 'ready' } },
    refusals: {
      unavailable: 'The database is unreachable, read-only or out of space. It is 200 again afterwards.',
    },
    async handle({ whyNotReady }) {
      const refusal = await whyNotReady()
      if (refusal) throw refusal
      return { body: { status: 'ready' } }
    },
  },
  {
    method: 'GET',
    path: '/metrics',
    operationId: 'metrics',
    summary: 'Prometheus metrics of this process',
    tag: 'Service',
    success: { status: 200, description: 'Metrics.', schema: AnyText(), mediaType: 'text/plain' },
    async handle({ metrics }) {
      const { contentType, text } = await metrics.render()
      return { body: text, headers: { 'Content-Type': contentType } }
    },
  },
]
