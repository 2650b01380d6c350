export function markBuilt(dist: string, begun: Date): void
export function isBuilt(dist: string): boolean
