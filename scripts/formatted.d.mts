export function formatted(name: string, text: string): string
