// The study's possible next states as buttons. Ending is final, so it asks first.
import { Button, Group, Modal, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { STUDY_TRANSITIONS, type StudyState } from '../../../../../src/contract/labels.ts'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import { type Command, useCommands } from '../../../components/commands.ts'
import { sayDone, sayFailed, sayUndoable } from '../../../components/notices.tsx'
import type { Icon } from '../../../icons/icon.tsx'
import { IconCopy, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '../../../icons/tabler.ts'
import { useProjectId } from '../../../session/project.ts'
import { useStudyChange } from '../study-change.ts'

type Step = {
  label: string
  /** The name in the palette, where the study is not next to it. */
  command: string
  icon: Icon
  variant: 'filled' | 'default'
}

function stepTo(to: StudyState, from: StudyState): Step {
  if (to === 'paused')
    return { label: 'Pause', command: 'Pause this study', icon: IconPlayerPause, variant: 'default' }
  if (to === 'ended')
    return { label: 'End', command: 'End this study…', icon: IconPlayerStop, variant: 'default' }
  const begin = { icon: IconPlayerPlay, variant: 'filled' } as const
  return from === 'draft'
    ? { label: 'Start study', command: 'Start this study', ...begin }
    : { label: 'Resume', command: 'Resume this study', ...begin }
}

export function StateButtons({ study }: { study: Study }) {
  const [ending, setEnding] = useState(false)
  const change = useStudyChange(study.id)
  const go = (state: StudyState) =>
    change.mutate({ state }, { onSuccess: () => tell(state), onError: sayFailed })
  const tell = (state: StudyState) => {
    if (state === 'paused') sayUndoable('Study paused.', () => go('active'))
    else if (state === 'ended') sayDone('Study ended.')
    else if (study.state === 'paused') sayUndoable('Study resumed.', () => go('paused'))
    else sayDone('Study started. Agents can now ask its question.')
  }
  const steps = STUDY_TRANSITIONS[study.state].map((state) => ({
    ...stepTo(state, study.state),
    state,
    run: () => (state === 'ended' ? setEnding(true) : go(state)),
  }))
  useStudyCommands(study, change.isPending ? [] : steps)
  return (
    <>
      {steps.map(({ state, label, icon: Icon, variant, run }) => (
        <Button
          key={state}
          variant={variant}
          leftSection={<Icon size={16} />}
          loading={change.isPending && change.variables.state === state}
          disabled={change.isPending}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <Modal opened={ending} onClose={() => setEnding(false)} title="End this study?" centered>
        <Text size="sm">
          Ending a study is final. Agents stop asking, and you can’t edit or resume it. Its answers are kept.
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={() => setEnding(false)}>
            {study.state === 'paused' ? 'Keep paused' : 'Keep asking'}
          </Button>
          <Button
            color="red"
            onClick={() => {
              setEnding(false)
              go('ended')
            }}
          >
            End study
          </Button>
        </Group>
      </Modal>
    </>
  )
}

type StudyCommand = Pick<Command, 'icon' | 'run'> & { state: string; command: string }

/** What the command palette offers on the page of a study: its next states, and a copy of it. */
function useStudyCommands(study: Study, steps: StudyCommand[]): void {
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
