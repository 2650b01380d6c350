import type { TagMatch } from '../db/tags/tag-matches.ts'
import type { Tx, Database } from '../db/pool.ts'
import type { Engine } from './engine.ts'
import type { Digestible } from './digestible.ts'
import type { ProjectMemory } from './project-memory.ts'
export async function compileTags(_tx: Tx, _e: Engine, _p: string, _m: ProjectMemory): Promise<never[]> { return [] }
export function matchObservations(_tags: unknown[], _items: Digestible[]): TagMatch[] { return [] }
export async function prepareTags(_db: Database, _e: Engine, _p: string): Promise<null> { return null }
