// Statements on what agents are asked to note.
import { NOTE_DEFAULTS, type NoteChoices } from '../../contract/guidelines/note-settings.ts'
import type { Tx } from '../pool.ts'

export async function selectNoteSettings(tx: Tx, projectId: string): Promise<NoteChoices> {
  const { rows } = await tx.query<NoteChoices>({
    name: 'select-note-settings',
    text: 'SELECT kinds, topics, avoid, ask_first FROM note_settings WHERE project_id = $1',
    values: [projectId],
  })
  return rows[0] ?? NOTE_DEFAULTS
}

export async function upsertNoteSettings(
  tx: Tx,
  projectId: string,
  { kinds, topics, avoid, ask_first }: NoteChoices,
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO note_settings (project_id, kinds, topics, avoid, ask_first, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (project_id) DO UPDATE SET kinds = $2, topics = $3, avoid = $4, ask_first = $5, updated_at = $6`,
    [projectId, kinds, topics, avoid, ask_first, at],
  )
}
