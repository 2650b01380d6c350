export const FLAGS: string[]
export function findChromium(): string | undefined
