// Names of the sources of observations and answers.
import type { Source } from '../../../../src/contract/labels.ts'

export const SOURCE_NAMES: Record<Source, string> = { rest: 'REST', mcp: 'MCP', import: 'Import' }
