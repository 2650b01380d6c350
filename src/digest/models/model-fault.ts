// Errors between this service and a model server, with messages that may be logged and shown.

export type ModelFaultKind = 'timeout' | 'rate_limited' | 'unreachable' | 'refused' | 'nonsense'

/**
 * The message is one line of this project. There is no `cause`, because errors of fetch and JSON.parse quote their
 * input, which may contain the key or a user's text.
 */
export class ModelFault extends Error {
  readonly kind: ModelFaultKind
  /** The HTTP status, if that was the error. */
  readonly status: number | null

  constructor(kind: ModelFaultKind, message: string, status: number | null = null) {
    super(message)
    this.name = 'ModelFault'
    this.kind = kind
    this.status = status
  }
}

export const nonsense = (message: string): ModelFault => new ModelFault('nonsense', message)

export function faultOfStatus(status: number): ModelFault {
  if (status === 429) return new ModelFault('rate_limited', 'the model server answered 429', status)
  if (status === 408) return new ModelFault('timeout', 'the model server answered 408', status)
  const kind = status >= 500 ? 'unreachable' : 'refused'
  return new ModelFault(kind, `the model server answered ${status}`, status)
}
