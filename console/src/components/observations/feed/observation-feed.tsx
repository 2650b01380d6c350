// A list of observations that keeps still while new ones arrive, and the one that is open beside it.
import { Box, Button, Checkbox } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { ObservationItem } from '../../../../../src/contract/observations/observation-details.ts'
import { useFilters } from '../../../filters.ts'
import { plural } from '../../../format.ts'
import { IconArrowUp } from '../../../icons/tabler.ts'
import type { QueryFor } from '../../../operations.ts'
import { useListKeys } from '../../lists/list-keys.ts'
import { useSelection, useSelectRest } from '../../lists/selection.ts'
import { SelectionBar } from '../../lists/selection-bar.tsx'
import { VirtualList } from '../../lists/virtual-list.tsx'
import { Failed, Rows } from '../../states.tsx'
import { ObservationDrawer } from '../detail/observation-drawer.tsx'
import classes from './observation-feed.module.css'
import { ObservationRow, type RowSubject } from './observation-row.tsx'
import { useFeed } from './use-feed.ts'

type ObservationFeedProps = {
  /** The list's filters for the server. */
  query: QueryFor<['observations']>
  label: string
  without?: RowSubject
  /** Shown when nothing matches. */
  empty: ReactNode
  /** The total, if all can be selected at once. */
  total?: number | undefined
  /** Actions for selected rows; without it, rows cannot be selected. */
  selectionActions?: ((selected: ObservationItem[], clear: () => void) => ReactNode) | undefined
}

/** The new rows shown last, and how often new rows were shown: each time, the list is recreated to start at the top. */
type Shown = { times: number; ids: ReadonlySet<string> }

const ROW_HEIGHT = 88

export function ObservationFeed(props: ObservationFeedProps) {
  const { query, label, without, empty, total, selectionActions } = props
  const feed = useFeed(query)
  const { rows, arrived, showArrived } = feed
  const [shown, setShown] = useState<Shown>({ times: 0, ids: new Set() })
  const { current, ...drawer } = useOpenRow(rows)
  const selection = useSelection(rows)
  const rest = useSelectRest(feed, selection, total)
  const box = useRef<HTMLDivElement>(null)
  const goBack = useWayBack(box, drawer.id !== undefined)
  const show = () => {
    setShown({ times: shown.times + 1, ids: new Set(arrived.map(({ id }) => id)) })
    showArrived()
    if ((box.current?.getBoundingClientRect().top ?? 0) < 0) box.current?.scrollIntoView()
  }
  const startsNow = rows.length === 0 && arrived.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: an empty list has nothing that could jump
  useEffect(() => {
    if (startsNow) show()
  }, [startsNow])
  return (
    <Box pos="relative" ref={box} className={classes.feed}>
      <Arrivals count={arrived.length} orMore={feed.arrivedMore} onShow={show} />
      {feed.isPending && !feed.error && <Rows count={8} height={ROW_HEIGHT - 16} />}
      {feed.isSuccess && rows.length === 0 && empty}
      <Box opacity={feed.isPlaceholderData ? 0.5 : 1} aria-busy={feed.isFetching}>
        <VirtualList
          key={shown.times}
          rows={rows}
          rowHeight={ROW_HEIGHT}
          label={label}
          current={current}
          hasMore={feed.hasNextPage && !feed.error}
          loadMore={feed.fetchNextPage}
        >
          {(row, index) => (
            <Selectable
              title={row.title}
              selected={selection.has(row.id)}
              onSelect={selectionActions && ((range) => selection.toggle(row.id, range))}
            >
              <ObservationRow
                row={row}
                current={index === current}
                isNew={shown.ids.has(row.id)}
                without={without}
              />
            </Selectable>
          )}
        </VirtualList>
      </Box>
      {/* Below what was read already: that stays where it is. */}
      {feed.error && (
        <Box p="md">
          <Failed
            error={feed.error}
            retry={() => void (feed.isFetchNextPageError ? feed.fetchNextPage() : feed.refetch())}
          />
        </Box>
      )}
      <SelectionBar
        count={selection.selected.length}
        unit="observation"
        onClear={selection.clear}
        rest={rest}
      >
        {selectionActions?.(selection.selected, selection.clear)}
      </SelectionBar>
      <ObservationDrawer {...drawer} onClosed={goBack} />
    </Box>
  )
}

/** The address contains the open row; the keyboard continues from it. */
function useOpenRow(rows: ReturnType<typeof useFeed>['rows']) {
  const [{ observation: id }, change] = useFilters()
  const open = (index: number) => change({ observation: rows[index]?.id }, { replace: false })
  const { current, setCurrent } = useListKeys(rows, open)
  const at = rows.findIndex((row) => row.id === id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is open, not where the row is by now
  useEffect(() => {
    if (at >= 0) setCurrent(at)
  }, [id])
  const goTo = (index: number) => {
    const row = rows[index]
    return row && (() => change({ observation: row.id }))
  }
  return {
    current,
    id,
    row: rows[at],
    onClose: () => change({ observation: undefined }),
    onPrevious: at > 0 ? goTo(at - 1) : undefined,
    onNext: goTo(at + 1),
  }
}

/** After closing, focus returns to what opened the observation; in the list, to the last read row. */
function useWayBack(box: RefObject<HTMLDivElement | null>, isOpen: boolean) {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (isOpen) opener.current = document.activeElement
  }, [isOpen])
  return () => {
    const from = opener.current
    const isElsewhere = from instanceof HTMLElement && from !== document.body && !box.current?.contains(from)
    const row = box.current?.querySelector<HTMLElement>('[data-current] a')
    const target = isElsewhere ? from : row
    target?.focus({ preventScroll: true })
  }
}

type ArrivalsProps = { count: number; orMore: boolean; onShow: () => void }

/** Says that there is something new, above the list and without moving it. */
function Arrivals({ count, orMore, onShow }: ArrivalsProps) {
  const said = orMore ? `Show ${count}+ new observations` : `Show ${plural(count, 'new observation')}`
  return (
    <div className={classes.strip} role="status">
      {count > 0 && (
        <Button
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowUp size={14} />}
          onClick={onShow}
          className={classes.pill}
        >
          {said}
        </Button>
      )}
    </div>
  )
}

type SelectableProps = {
  title: string
  selected: boolean
  /** Undefined where nothing can be selected. */
  onSelect: ((range: boolean) => void) | undefined
  children: ReactNode
}

/** A row with a box to tick beside it. */
function Selectable({ title, selected, onSelect, children }: SelectableProps) {
  if (!onSelect) return children
  return (
    <div className={classes.selectable} data-selected={selected || undefined}>
      <Checkbox
        size="xs"
        className={classes.box}
        checked={selected}
        onChange={(event) => onSelect((event.nativeEvent as MouseEvent).shiftKey)}
        aria-label={`Select ${title}`}
      />
      <div className={classes.content}>{children}</div>
    </div>
  )
}
