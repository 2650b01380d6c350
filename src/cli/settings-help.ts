// The settings in `--help`: one line each, with the default.
import { SETTINGS } from '../contract/settings.ts'

const NAME_WIDTH = 31

export function settingsHelp(): string {
  return SETTINGS.map(([name, fallback, meaning]) => {
    const shown = fallback && !meaning.includes('default:') ? `${meaning} (default ${fallback})` : meaning
    return `  ${name.padEnd(NAME_WIDTH)}${shown}`
  }).join('\n')
}
