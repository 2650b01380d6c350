// /api/projects/{project_id}/studies/{study_id}/themes

import type { FastifyRequest } from 'fastify'
import { LIMITS } from '../../contract/limits.ts'
import { THEME, THEMES } from '../../contract/research/research-examples.ts'
import {
  Theme,
  ThemeMerge,
  ThemeSplit,
  Themes,
  ThemesQuery,
  ThemeUpdate,
} from '../../contract/research/themes.ts'
import { exactBody } from '../../contract/validate.ts'
import {
  listThemes,
  mergeTheme,
  splitTheme,
  unmergeTheme,
  updateTheme,
} from '../../domain/research/manage-themes.ts'
import { pathParameter } from '../../http/operation.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const themesQuery = listQuery(ThemesQuery)
const updateBody = exactBody(ThemeUpdate)
const mergeBody = exactBody(ThemeMerge)
const splitBody = exactBody(ThemeSplit)

const LIST = '/api/projects/{project_id}/studies/{study_id}/themes'
const ONE = `${LIST}/{theme_id}`
const noSuchTheme = { not_found: 'No such project, study or theme.' }

const placeOf = (request: FastifyRequest) => ({
  studyId: pathParameter(request, 'study_id'),
  themeId: pathParameter(request, 'theme_id'),
})

export const themeOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: LIST,
    operationId: 'list_themes',
    summary: "List the themes of a study's answers",
    description: 'What several answers have in common, with counts and quotes. Found in the background.',
    tag: 'Admin: studies',
    query: ThemesQuery,
    success: {
      status: 200,
      description: `The most answered first, ${LIMITS.themesPerStudy} at most.`,
      schema: Themes,
      example: THEMES,
    },
    refusals: { not_found: 'No such project, or no such study in it.' },
    async handle({ deps, projectId }, request) {
      const studyId = pathParameter(request, 'study_id')
      return { body: await listThemes(deps, projectId, studyId, themesQuery(request)) }
    },
  },
  {
    method: 'PATCH',
    role: 'editor',
    path: ONE,
    operationId: 'update_theme',
    summary: 'Rename a theme',
    description: 'The digest keeps the name and never merges the theme into another.',
    tag: 'Admin: studies',
    body: { schema: ThemeUpdate, example: { title: THEME.title } },
    success: { status: 200, description: 'The theme after the change.', schema: Theme, example: THEME },
    refusals: { ...noSuchTheme, conflict: 'Its title is no longer the expected one.' },
    async handle({ deps, actor, projectId }, request) {
      const change = updateBody.parse(request.body)
      return { body: await updateTheme(deps, actor, projectId, placeOf(request), change) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/merge`,
    operationId: 'merge_theme',
    summary: 'Merge a theme into another',
    description: '`unmerge` separates it again.',
    tag: 'Admin: studies',
    body: { schema: ThemeMerge, example: { into: THEME.id } },
    success: { status: 200, description: 'The remaining theme.', schema: Theme, example: THEME },
    refusals: noSuchTheme,
    async handle({ deps, actor, projectId }, request) {
      const { into } = mergeBody.parse(request.body)
      return { body: await mergeTheme(deps, actor, projectId, placeOf(request), into) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/unmerge`,
    operationId: 'unmerge_theme',
    summary: 'Undo the merge of a theme into another',
    description: 'Its answers return. The digest never merges the two again.',
    tag: 'Admin: studies',
    success: { status: 200, description: 'The separate theme.', schema: Theme, example: THEME },
    refusals: {
      not_found: 'No such project or study, or no such merged theme.',
      conflict: 'The other theme is gone or was merged itself, or has none of its answers anymore.',
    },
    async handle({ deps, actor, projectId }, request) {
      return { body: await unmergeTheme(deps, actor, projectId, placeOf(request)) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/split`,
    operationId: 'split_theme',
    summary: 'Split answers off a theme',
    description: 'They become a theme of their own. The digest never merges the two again.',
    tag: 'Admin: studies',
    body: { schema: ThemeSplit, example: { answer_ids: [THEME.quotes[0]?.answer_id] } },
    success: { status: 200, description: 'The new theme.', schema: Theme, example: THEME },
    refusals: { ...noSuchTheme, conflict: 'No answer would remain in the theme.' },
    async handle({ deps, actor, projectId }, request) {
      const split = splitBody.parse(request.body)
      return { body: await splitTheme(deps, actor, projectId, placeOf(request), split) }
    },
  },
]
