// How observations and answers came in, as people call it.
import type { Source } from '../../../../src/contract/labels.ts'

export const SOURCE_NAMES: Record<Source, string> = { rest: 'REST', mcp: 'MCP', import: 'Import' }
