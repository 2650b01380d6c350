// Palette commands on the page of a study: its next states, and duplicating it.

import { useNavigate } from '@tanstack/react-router'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import { type Command, useCommands } from '../../../components/commands.ts'
import { IconCopy } from '../../../icons/tabler.ts'
import { useProjectId } from '../../../session/project.ts'

type Step = Pick<Command, 'icon' | 'run'> & { state: string; command: string }

export function useStudyCommands(study: Study, steps: Step[]): void {
  const navigate = useNavigate()
  const params = { projectId: useProjectId() }
  const duplicate: Command = {
    id: 'study duplicate',
    label: 'Duplicate this study',
    words: ['copy'],
    icon: IconCopy,
    run: () => void navigate({ to: '/p/$projectId/studies/new', params, search: { from: study.id } }),
  }
  const next = steps.map(({ state, command, icon, run }) => ({
    id: `study ${state}`,
    label: command,
    icon,
    run,
  }))
  useCommands({ label: 'This study', commands: [...next, duplicate] })
}
