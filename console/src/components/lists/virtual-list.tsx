// A long list that renders only visible rows, and loads more before its end is reached.
import { Box, Center, Loader } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

type Row = { id: string }

type VirtualListProps<R extends Row> = {
  rows: R[]
  /** An estimate; rows are measured when they are shown. */
  rowHeight: number
  label: string
  /** The row with the keyboard: scrolled into view and focused when it changes. */
  current?: number | null
  hasMore?: boolean
  loadMore?: () => unknown
  children: (row: R, index: number) => ReactNode
}

/** Rows rendered before they become visible, and the distance to the end at which more are loaded. */
const AHEAD = 10
const AT_THE_TOP = { position: 'absolute', top: 0, left: 0, width: '100%' } as const

export function VirtualList<R extends Row>(props: VirtualListProps<R>) {
  const { rows, rowHeight, label, current, hasMore = false, loadMore, children } = props
  const box = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  // Content above may grow after the first render.
  useLayoutEffect(() => {
    const top = Math.round((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    if (top !== offset) setOffset(top)
  })
  const list = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: AHEAD,
    scrollMargin: offset,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  const visible = list.getVirtualItems()
  const last = visible.at(-1)?.index ?? 0
  const near = hasMore && last >= rows.length - AHEAD
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when more rows have come
  useEffect(() => {
    if (near) void loadMore?.()
  }, [near, rows.length])
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the keyboard only
  useEffect(() => {
    if (current !== null && current !== undefined && current >= 0)
      list.scrollToIndex(current, { align: 'auto' })
  }, [current])
  const at = visible.find(({ index }) => index === current)?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the row, wherever in the list it is by now
  useEffect(() => {
    if (at !== undefined) focusRow(box.current, current)
  }, [at])
  return (
    <>
      <Box ref={box} role="list" aria-label={label} pos="relative" h={list.getTotalSize()}>
        {visible.map(({ index, key, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <Box
              key={key}
              role="listitem"
              data-index={index}
              ref={list.measureElement}
              style={{ ...AT_THE_TOP, transform: `translateY(${start - offset}px)` }}
            >
              <Content row={row} index={index} render={children} />
            </Box>
          )
        })}
      </Box>
      {hasMore && (
        <Center p="md">
          <Loader size="sm" role="status" aria-label="Loading more" />
        </Center>
      )}
    </>
  )
}

/** The link that opens the row. Keyboard and screen reader move together, but never out of a field. */
function focusRow(list: Element | null, index: number | null | undefined): void {
  const focused = document.activeElement
  const free = focused === null || focused === document.body || focused.closest('[role=list]') !== null
  if (free)
    list?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`)?.focus({ preventScroll: true })
}

type ContentProps = { row: Row; index: number; render: (row: never, index: number) => ReactNode }

/** Measuring and scrolling move rows; a row's content is rendered again only with the list. */
const Content = memo(({ row, index, render }: ContentProps) => render(row as never, index))
