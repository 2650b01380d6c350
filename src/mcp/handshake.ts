// Checks the first message of the older revisions, `initialize`, before the SDK reads it: where something is missing, the SDK
// answers as if the server were at fault.

const INVALID_PARAMS = -32_602

/** An error response when this is an `initialize` that lacks something; it says all that it lacks. */
export function refusedHandshake(message: unknown): object | undefined {
  if (!isObject(message) || message.method !== 'initialize' || !isId(message.id)) return undefined
  const faults = faultsOf(message.params)
  if (faults.length === 0) return undefined
  const error = { code: INVALID_PARAMS, message: `Invalid initialize request: ${faults.join('; ')}` }
  return { jsonrpc: '2.0', id: message.id, error }
}

function faultsOf(params: unknown): string[] {
  if (!isObject(params)) return ['params must be an object with protocolVersion, capabilities and clientInfo']
  const { protocolVersion, capabilities, clientInfo } = params
  return [
    ...(typeof protocolVersion === 'string' ? [] : ['protocolVersion must be a string such as "2025-11-25"']),
    ...(isObject(capabilities) ? [] : ['capabilities must be an object, which may be empty']),
    ...(isObject(clientInfo)
      ? ['name', 'version']
          .filter((name) => typeof clientInfo[name] !== 'string')
          .map((name) => `clientInfo.${name} must be a string`)
      : ['clientInfo must be an object with name and version']),
  ]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'
