type Get = (path: string) => Promise<unknown>
type Names = Record<string, string>

export function findNames(get: Get, tags: { id: string }[], study: string): Promise<Names>
export function listRequests(get: Get, names: Names): Promise<[name: string, path: string][]>
