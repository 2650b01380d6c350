// One observation in full, next to the list that it was opened from.
import { ActionIcon, Drawer, Group, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import type { ObservationDetail } from '../../../../../src/contract/observations/observation-details.ts'
import { IconChevronDown, IconChevronUp } from '../../../icons/tabler.ts'
import { useLiveEvents } from '../../../live/live-project.tsx'
import { useResource } from '../../../queries.ts'
import { Copy } from '../../copy.tsx'
import { Failed, Rows } from '../../states.tsx'
import classes from './observation-drawer.module.css'
import { ObservationView } from './observation-view.tsx'

type ObservationDrawerProps = {
  /** Undefined when the drawer is closed. */
  id: string | undefined
  /** The row of the list, to show immediately. */
  row?: ObservationDetail | undefined
  onClose: () => void
  /** Called after closing, when the focus may move. */
  onClosed: () => void
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

export function ObservationDrawer(props: ObservationDrawerProps) {
  const { id, row, onClose, onClosed, onPrevious, onNext } = props
  // A dialog above handles Escape by itself.
  const [covered, setCovered] = useState(false)
  useHotkeys(
    id && !covered
      ? [
          ['j', () => onNext?.()],
          ['k', () => onPrevious?.()],
        ]
      : [],
  )
  return (
    <Drawer.Root
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={680}
      closeOnEscape={!covered}
      transitionProps={{ duration: 120 }}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <Drawer.Overlay backgroundOpacity={0.18} />
      <Drawer.Content aria-label="Observation">
        <Drawer.Header className={classes.header}>
          <Group gap={4}>
            <Step label="Previous (k)" onClick={onPrevious}>
              <IconChevronUp size={18} />
            </Step>
            <Step label="Next (j)" onClick={onNext}>
              <IconChevronDown size={18} />
            </Step>
          </Group>
          <Group gap={4}>
            <Copy text={window.location.href} label="Copy link to this observation" />
            <Drawer.CloseButton aria-label="Close" />
          </Group>
        </Drawer.Header>
        <Drawer.Body className={classes.body} tabIndex={-1} data-autofocus>
          {id && <Content key={id} id={id} row={row} onCover={setCovered} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

type ContentProps = { id: string; row: ObservationDetail | undefined; onCover: (covered: boolean) => void }

function Content({ id, row, onCover }: ContentProps) {
  const read = useResource(['observations', id])
  const observation = read.data?.id === id ? read.data : row
  useLiveEvents(({ type }) => {
    if (type === 'digest' && observation?.digest.state !== 'done') void read.refetch()
  })
  if (observation) return <ObservationView observation={observation} onCover={onCover} />
  if (read.error) return <Failed error={read.error} retry={() => void read.refetch()} />
  return <Rows />
}

function Step({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: (() => void) | undefined
  children: React.ReactNode
}) {
  return (
    <Tooltip label={label} openDelay={300}>
      <ActionIcon variant="subtle" color="gray" onClick={onClick} disabled={!onClick} aria-label={label}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
