// What a project's agents are asked to note, as editors decide it.
import {
  NOTE_DEFAULTS,
  type NoteChoices,
  type NoteSettings,
  type NoteSettingsUpdate,
  type NoteTexts,
} from '../../contract/guidelines/note-settings.ts'
import { ISSUE_KINDS } from '../../contract/labels.ts'
import { notFound, refuseInvalid, type Violation } from '../../contract/refusal.ts'
import { selectNoteSettings, upsertNoteSettings } from '../../db/guidelines/note-settings.ts'
import { inTransaction, type Tx } from '../../db/pool.ts'
import { selectProject } from '../../db/projects/projects.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { instructionsText, noteSection, postObservationsText } from './note-texts.ts'
import { onOneLine } from './product.ts'

export async function getNoteSettings({ db }: Deps, projectId: string): Promise<NoteSettings> {
  return show(db, projectId, await selectNoteSettings(db, projectId))
}

/** Replaces all settings; omitted ones return to their defaults. */
export async function updateNoteSettings(
  deps: Deps,
  actor: Actor,
  projectId: string,
  change: NoteSettingsUpdate,
): Promise<NoteSettings> {
  const row = requireSettings(change)
  return inTransaction(deps.db, async (tx) => {
    await upsertNoteSettings(tx, projectId, row, deps.now())
    await audit(tx, deps, projectId, { actor, action: 'notes.changed', subjectId: null, facts: row })
    return show(tx, projectId, row)
  })
}

/** What agents would read; nothing is stored. */
export function previewNoteSettings(
  { db }: Deps,
  projectId: string,
  change: NoteSettingsUpdate,
): Promise<NoteTexts> {
  return texts(db, projectId, requireSettings(change))
}

async function show(tx: Tx, projectId: string, row: NoteChoices): Promise<NoteSettings> {
  return { ...row, texts: await texts(tx, projectId, row) }
}

async function texts(tx: Tx, projectId: string, row: NoteChoices): Promise<NoteTexts> {
  const project = await selectProject(tx, projectId)
  if (!project) throw notFound('project')
  return {
    section: noteSection(row),
    tool: postObservationsText(row),
    instructions: instructionsText(project, row),
  }
}

function requireSettings(change: NoteSettingsUpdate): NoteChoices {
  const { kinds, topics, avoid, ask_first } = { ...NOTE_DEFAULTS, ...change }
  const row = {
    kinds: ISSUE_KINDS.filter((kind) => kinds.includes(kind)),
    topics: topics.map(onOneLine),
    avoid: avoid.map(onOneLine),
    ask_first,
  }
  refuseInvalid([...topicFaults('topics', row.topics, []), ...topicFaults('avoid', row.avoid, row.topics)])
  return row
}

/** Each topic once, in one of the two lists. */
function topicFaults(field: 'topics' | 'avoid', topics: string[], taken: string[]): Violation[] {
  const known = taken.map((topic) => topic.toLowerCase())
  return topics.flatMap((topic, index): Violation[] => {
    const name = topic.toLowerCase()
    const msg =
      name === ''
        ? 'must hold at least one visible character'
        : known.includes(name)
          ? 'is a duplicate: name each topic once, in one of the two lists'
          : null
    known.push(name)
    return msg === null ? [] : [{ loc: ['body', field, index], msg, type: 'topic' }]
  })
}
