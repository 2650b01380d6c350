// /api/projects/{project_id}/guidelines/notes

import {
  NOTE_SETTINGS,
  NOTE_SETTINGS_UPDATE,
  NOTE_TEXTS,
} from '../../contract/guidelines/guideline-examples.ts'
import { NoteSettings, NoteSettingsUpdate, NoteTexts } from '../../contract/guidelines/note-settings.ts'
import { exactBody } from '../../contract/validate.ts'
import {
  getNoteSettings,
  previewNoteSettings,
  updateNoteSettings,
} from '../../domain/guidelines/manage-note-settings.ts'
import type { AdminOperation } from '../operation.ts'

const updateBody = exactBody(NoteSettingsUpdate)

const PATH = '/api/projects/{project_id}/guidelines/notes'
const tag = 'Admin: guidelines'

export const noteSettingsOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: PATH,
    operationId: 'get_note_settings',
    summary: 'What agents are asked to note',
    tag,
    success: {
      status: 200,
      description: 'The settings, and what agents read because of them.',
      schema: NoteSettings,
      example: NOTE_SETTINGS,
    },
    async handle({ deps, projectId }) {
      return { body: await getNoteSettings(deps, projectId) }
    },
  },
  {
    method: 'PUT',
    role: 'editor',
    path: PATH,
    operationId: 'update_note_settings',
    summary: 'Change what agents are asked to note',
    description:
      'Replaces all settings; omitted ones return to their defaults. Agents get them the next time they fetch the guidelines; an MCP host may cache the list of tools for an hour.',
    tag,
    body: { schema: NoteSettingsUpdate, example: NOTE_SETTINGS_UPDATE },
    success: {
      status: 200,
      description: 'The settings after the change.',
      schema: NoteSettings,
      example: NOTE_SETTINGS,
    },
    async handle({ deps, actor, projectId }, request) {
      return { body: await updateNoteSettings(deps, actor, projectId, updateBody.parse(request.body)) }
    },
  },
  {
    method: 'POST',
    role: 'viewer',
    path: `${PATH}/preview`,
    operationId: 'preview_note_settings',
    summary: 'What agents would read',
    description: 'Nothing is stored.',
    tag,
    body: { schema: NoteSettingsUpdate, example: NOTE_SETTINGS_UPDATE },
    success: {
      status: 200,
      description: 'The texts with these settings.',
      schema: NoteTexts,
      example: NOTE_TEXTS,
    },
    async handle({ deps, projectId }, request) {
      return { body: await previewNoteSettings(deps, projectId, updateBody.parse(request.body)) }
    },
  },
]
