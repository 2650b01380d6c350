type Lock = { packages: Record<string, object> }

export function licensesOf(lock: Lock): { name: string; version: string; license: string }[]
export function isPermissive(license: string): boolean
