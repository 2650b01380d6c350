export function iconsFile(): string
