// A list of any length with only its visible part rendered. It scrolls with the window; its height is that of the
// whole list, so the scroll bar is correct and going back restores the position.

import { useHydrated } from '@tanstack/react-router'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './virtual-list.module.css'

/** Shorter lists are rendered completely: the browser's search finds everything, and it prints. */
const VIRTUALIZE_ABOVE = 60
/** Never more than this is rendered at once, even for printing. */
const MAX_PRINTED = 1000
const OVERSCAN = 8

/** Going back finds the list as tall as before, and so the same position. */
const measuredHeights = new Map<number, number>()

type VirtualListProps = {
  readonly count: number
  /** A key that follows an item when it moves. */
  readonly keyOf: (index: number) => string | number
  readonly renderRow: (index: number) => ReactNode
  /** Gets the range of visible items. */
  readonly onVisibleRange?: (first: number, last: number) => void
  /** The usual item height, before the first is measured; and the gap to the next. */
  readonly estimatedHeight: number
  readonly gap: number
}

export function VirtualList({
  count,
  keyOf,
  renderRow,
  onVisibleRange,
  estimatedHeight,
  gap,
}: VirtualListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const [rowHeight, setRowHeight] = useState(() => measuredHeights.get(estimatedHeight))
  const [focused, setFocused] = useState<number | null>(null)
  const isPrinting = usePrinting()
  const isRenderedFully = count <= VIRTUALIZE_ABOVE
  // Items in normal flow need no measuring, and the server cannot measure.
  const isPrerendered = !useHydrated()
  const isInFlow = isRenderedFully || isPrerendered

  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      if (isPrinting) return indexesUpTo(Math.min(count, MAX_PRINTED))
      const visible = defaultRangeExtractor(range)
      // The focused item stays, or the next Tab would start at the top of the page.
      if (focused === null || focused >= count || visible.includes(focused)) return visible
      return [...visible, focused].sort((one, other) => one - other)
    },
    [count, focused, isPrinting],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another row height, items are measured again
  const getItemKey = useCallback((index: number) => keyOf(index), [keyOf, rowHeight])
  const rows = useWindowVirtualizer({
    count,
    gap,
    rangeExtractor,
    getItemKey,
    scrollMargin: top,
    overscan: OVERSCAN,
    enabled: !isRenderedFully,
    estimateSize: () => rowHeight ?? estimatedHeight,
    // For server-side rendering, and before the window's size is known.
    initialRect: { width: 0, height: 900 },
  })

  useEffect(() => {
    if (isRenderedFully) return
    // Content above may grow at any time.
    const updateTop = () =>
      setTop(
        Math.round((list.current?.getBoundingClientRect().top ?? 0) + document.documentElement.scrollTop),
      )
    const resizeObserver = new ResizeObserver(updateTop)
    resizeObserver.observe(document.body)
    updateTop()
    return () => resizeObserver.disconnect()
  }, [isRenderedFully])

  // The first measured item is the estimate for all others.
  const [measured] = rows.itemSizeCache.values()
  useEffect(() => {
    if (measured === undefined) return
    measuredHeights.set(estimatedHeight, measured)
    setRowHeight(previous => previous ?? measured)
  }, [measured, estimatedHeight])

  const { startIndex = 0, endIndex = isRenderedFully ? count - 1 : 0 } = rows.range ?? {}
  useEffect(() => onVisibleRange?.(startIndex, endIndex), [onVisibleRange, startIndex, endIndex])

  return (
    <ul
      ref={list}
      className={isInFlow ? `${styles.list} ${styles.flow}` : styles.list}
      style={
        isInFlow
          ? { gap, ...(isRenderedFully ? {} : { minHeight: rows.getTotalSize() }) }
          : { height: rows.getTotalSize() }
      }
      onFocus={event => setFocused(indexOf(event))}
      onBlur={() => setFocused(null)}
    >
      {(isRenderedFully ? allRows(count, keyOf) : rows.getVirtualItems()).map(({ key, index, start }) => (
        <li
          key={key}
          ref={isInFlow ? null : rows.measureElement}
          className={styles.slot}
          {...(isInFlow ? {} : { style: { top: start - top } })}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
        >
          {renderRow(index)}
        </li>
      ))}
    </ul>
  )
}

/** All items in normal flow, without measuring. */
const allRows = (count: number, keyOf: VirtualListProps['keyOf']) =>
  indexesUpTo(count).map(index => ({ key: keyOf(index), index, start: 0 }))

const indexesUpTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

function indexOf({ target }: FocusEvent): number | null {
  const index = target.closest('[data-index]')?.getAttribute('data-index')
  return index === null || index === undefined ? null : Number(index)
}

/** Whether the page is being printed: then items outside the window are needed too. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
