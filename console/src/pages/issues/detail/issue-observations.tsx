// The issue's observations, and moving some of them elsewhere.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { IssueDetail } from '../../../../../src/contract/issues/issues.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { ObservationItem } from '../../../../../src/contract/observations/observation-details.ts'
import { IssuePicker } from '../../../components/issues/issue-picker.tsx'
import { ObservationFeed } from '../../../components/observations/feed/observation-feed.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Empty } from '../../../components/states.tsx'
import { plural } from '../../../format.ts'
import { IconArrowRight, IconArrowsSplit2 } from '../../../icons/tabler.ts'
import { SplitDialog } from '../merges/split-dialog.tsx'
import { useObservationActions } from './use-observation-actions.ts'

export function IssueObservations({ issue, mayEdit }: { issue: IssueDetail; mayEdit: boolean }) {
  const count = issue.observation_count
  return (
    <Panel title="Observations" about={plural(count, 'observation')} flush>
      <ObservationFeed
        query={{ issue: issue.id }}
        label="Observations in this issue"
        without="issue"
        total={count <= LIMITS.splitObservations ? count : undefined} // with more, merging is the better choice
        selectionActions={
          mayEdit
            ? (selected, clear) => <SelectedActions issue={issue} selected={selected} onDone={clear} />
            : undefined
        }
        empty={
          <Empty title="No observations">
            {issue.merged_into
              ? 'They were moved to the issue this one was merged into.'
              : 'They were moved to other issues.'}
          </Empty>
        }
      />
    </Panel>
  )
}

type SelectedActionsProps = { issue: IssueDetail; selected: ObservationItem[]; onDone: () => void }

function SelectedActions({ issue, selected, onDone }: SelectedActionsProps) {
  const [asking, setAsking] = useState<'split' | 'move' | null>(null)
  const { move, split } = useObservationActions(issue)
  const close = () => setAsking(null)
  const finish = (action: Promise<unknown>) => {
    close()
    void action.then(onDone)
  }
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconArrowsSplit2 size={15} />}
        disabled={selected.length >= issue.observation_count || selected.length > LIMITS.splitObservations}
        onClick={() => setAsking('split')}
      >
        Split into new issue
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowRight size={15} />}
        onClick={() => setAsking('move')}
      >
        Move to another issue
      </Button>
      <SplitDialog
        opened={asking === 'split'}
        onClose={close}
        selected={selected}
        onSplit={(title) => finish(split(selected, title))}
      />
      <IssuePicker
        opened={asking === 'move'}
        onClose={close}
        title={`Move ${plural(selected.length, 'observation')} to another issue`}
        exclude={[issue.id]}
        onPick={(target) => finish(move(selected, target))}
      />
    </>
  )
}
