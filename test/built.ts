// The built program. Before the first test, build.setup.ts builds it anew if a chosen test file imports this one, from
// near or far, and the sources have changed since.
import { resolve } from 'node:path'

export const DIST = process.env.FIELDNOTE_DIST ?? resolve(import.meta.dirname, '../dist')
