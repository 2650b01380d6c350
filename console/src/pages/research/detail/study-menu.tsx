// More actions for a study: duplicating it, and deleting a draft.
import { ActionIcon, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import { api, projectPath } from '../../../api.ts'
import { MenuLink } from '../../../components/links.tsx'
import { sayFailed, sayUndoable } from '../../../components/notices.tsx'
import { IconCopy, IconDots, IconTrash } from '../../../icons/tabler.ts'
import { useChange } from '../../../queries.ts'
import { useProjectId } from '../../../session/project.ts'
import { draftOf, toBody } from '../edit/study-draft.ts'

export function StudyMenu({ study }: { study: Study }) {
  const projectId = useProjectId()
  const remove = useDraftRemoval(projectId)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More actions">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink
          to="/p/$projectId/studies/new"
          params={{ projectId }}
          search={{ from: study.id }}
          leftSection={<IconCopy size={16} />}
        >
          Duplicate
        </MenuLink>
        {study.state === 'draft' && (
          <Menu.Item
            c="var(--fn-bad)"
            leftSection={<IconTrash size={16} />}
            onClick={() => remove.mutate(study, { onError: sayFailed })}
          >
            Delete draft
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A draft has no answers and was never shown, so creating it again restores it completely. */
function useDraftRemoval(projectId: string) {
  const navigate = useNavigate()
  const restore = useChange(
    (study: Study, projectId) => api.post(projectPath(projectId, 'studies'), toBody(draftOf(study))),
    {
      onDone: ({ id: studyId }) =>
        void navigate({ to: '/p/$projectId/studies/$studyId', params: { projectId, studyId } }),
    },
  )
  return useChange(
    async (study: Study, projectId) => {
      await api.delete(projectPath(projectId, 'studies', study.id))
      await navigate({ to: '/p/$projectId/studies', params: { projectId } })
    },
    {
      onDone: (_, study) =>
        sayUndoable('Deleted the draft.', () => restore.mutate(study, { onError: sayFailed })),
    },
  )
}
