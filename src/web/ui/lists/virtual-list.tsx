// A list as long as it likes, of which only what is in sight is on the page. It scrolls with the
// window; its height is that of all of it, so the scroll bar tells the truth and the way back finds its place.

import { useHydrated } from '@tanstack/react-router'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './virtual-list.module.css'

/** A list up to here is all there: a browser's own search finds it, and it prints. */
const VIRTUALIZE_ABOVE = 60
/** More than this is never on the page at once, also on paper. */
const MAX_PRINTED = 1000
const OVERSCAN = 8

/** Whoever comes back finds the list as tall as they left it, and so their place in it. */
const measuredHeights = new Map<number, number>()

type VirtualListProps = {
  readonly count: number
  /** Stays with what stands at a place when it moves to another. */
  readonly keyOf: (index: number) => string | number
  readonly renderRow: (index: number) => ReactNode
  /** Hears which places are in sight. */
  readonly onVisibleRange?: (first: number, last: number) => void
  /** How tall one usually is, before the first has been measured; and the gap to the next. */
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
  const [medianHeight, setMedianHeight] = useState(() => measuredHeights.get(estimatedHeight))
  const [focused, setFocused] = useState<number | null>(null)
  const isPrinting = usePrinting()
  const isRenderedFully = count <= VIRTUALIZE_ABOVE
  // Nothing has to be measured where each finds its own place below the one before; and the server can measure nothing.
  const isPrerendered = !useHydrated()
  const isInFlow = isRenderedFully || isPrerendered

  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      if (isPrinting) return indexesUpTo(Math.min(count, MAX_PRINTED))
      const visible = defaultRangeExtractor(range)
      // What has the keyboard stays, or the next Tab would begin at the top of the page.
      if (focused === null || focused >= count || visible.includes(focused)) return visible
      return [...visible, focused].sort((one, other) => one - other)
    },
    [count, focused, isPrinting],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another typical size is measured with anew
  const getItemKey = useCallback((index: number) => keyOf(index), [keyOf, medianHeight])
  const rows = useWindowVirtualizer({
    count,
    gap,
    rangeExtractor,
    getItemKey,
    scrollMargin: top,
    overscan: OVERSCAN,
    enabled: !isRenderedFully,
    estimateSize: () => medianHeight ?? estimatedHeight,
    // As drawn by the server, and for the blink before the window's own size is known.
    initialRect: { width: 0, height: 900 },
  })

  useEffect(() => {
    if (isRenderedFully) return
    // Whatever stands above may grow at any time.
    const updateTop = () =>
      setTop(
        Math.round((list.current?.getBoundingClientRect().top ?? 0) + document.documentElement.scrollTop),
      )
    const resizeObserver = new ResizeObserver(updateTop)
    resizeObserver.observe(document.body)
    updateTop()
    return () => resizeObserver.disconnect()
  }, [isRenderedFully])

  // The first that was measured speaks for all that are out of sight.
  const [measured] = rows.itemSizeCache.values()
  useEffect(() => {
    if (measured === undefined) return
    measuredHeights.set(estimatedHeight, measured)
    setMedianHeight(previous => previous ?? measured)
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

/** Each in its place, without being measured. */
const allRows = (count: number, keyOf: VirtualListProps['keyOf']) =>
  indexesUpTo(count).map(index => ({ key: keyOf(index), index, start: 0 }))

const indexesUpTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

function indexOf({ target }: FocusEvent): number | null {
  const index = target.closest('[data-index]')?.getAttribute('data-index')
  return index === null || index === undefined ? null : Number(index)
}

/** Whether the page is on its way to paper: what is not in sight of the window is then needed too. */
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
