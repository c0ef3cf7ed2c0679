// Keeps notices off what a person is about to read or tap, as long as there are any.

export type Box = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** In pixels. */
type Size = { readonly width: number; readonly height: number }

/** Between two places that are tried, in pixels. */
const STEP = 8
/** What a narrower notice leaves free on the right, where the prices are; in pixels. */
const PRICE_COLUMN = 112
/** Around a notice, in pixels. */
const GAP = 8

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

const boxAt = (left: number, top: number, { width, height }: Size): Box => ({
  left: left - GAP,
  top: top - GAP,
  right: left + width + GAP,
  bottom: top + height + GAP,
})

/**
 * The place in `frame` for notices of a size that covers none of `taken`: as low as possible, on the right before the left,
 * and narrower if nothing else is left. Null if there is none. `heightAt` is how high they are at a width.
 */
export function findPosition(
  frame: Box,
  width: number,
  heightAt: (width: number) => number,
  taken: readonly Box[],
): { readonly left: number; readonly top: number; readonly width: number } | null {
  const narrow = Math.min(width, frame.right - frame.left - PRICE_COLUMN)
  const columns = [
    { left: frame.right - width, width },
    { left: frame.left, width },
    { left: frame.left, width: narrow },
  ]
  for (const { left, width } of columns) {
    const size = { width, height: heightAt(width) }
    for (let top = frame.bottom - size.height; top >= frame.top; top -= STEP) {
      const place = boxAt(left, top, size)
      if (!taken.some(box => overlaps(place, box))) return { left, top, width }
    }
  }
  return null
}

/** Amounts, and the buttons that lead on. */
const UNCOVERED = '[translate="no"], [data-next], [data-variant="filled"]'
/** Space for the error below a field, in pixels. */
const MIN_SENTENCE_HEIGHT = 40
const MARGIN = 12
const MAX_WIDTH = 420
/** On phones: above the last row of a page without an action bar, in pixels. */
const LAST_ROW = 64
/** After a change of the page, in milliseconds. */
const SETTLE_MS = 120

const focusedField = (): Element | null =>
  document.querySelector(':is(input, textarea, select):focus-visible')

/** Whether it can be seen, were there no notices: not in a tab that is hidden, and not scrolled away in its own box. */
function isVisible(element: Element, { left, top, right, bottom }: Box): boolean {
  if (left >= innerWidth || top >= innerHeight || right <= 0 || bottom <= 0) return false
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  return document.elementsFromPoint(x, y).some(hit => element.contains(hit))
}

function takenBoxes(list: Element): Box[] {
  const boxes: Box[] = []
  for (const element of document.querySelectorAll(UNCOVERED)) {
    if (list.contains(element)) continue
    const box = element.getBoundingClientRect()
    if (isVisible(element, box)) boxes.push(box)
  }
  const field = focusedField()?.getBoundingClientRect()
  if (field !== undefined) {
    const { left, top, right, bottom } = field
    boxes.push({ left, top, right, bottom: bottom + MIN_SENTENCE_HEIGHT })
  }
  return boxes
}

const pixelsOf = (variable: string): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(variable)) || 0

function place(list: HTMLElement): void {
  const { clientWidth } = document.documentElement
  const isPhone = clientWidth <= 768
  const bar = Math.max(pixelsOf('--rw-action-bar'), isPhone ? LAST_ROW : 0)
  const frame: Box = {
    left: MARGIN,
    top: pixelsOf('--rw-header') + MARGIN,
    right: clientWidth - MARGIN,
    bottom: innerHeight - bar - MARGIN,
  }
  const heightAt = (width: number): number => {
    list.style.width = `${width}px`
    return list.offsetHeight
  }
  const width = isPhone ? frame.right - frame.left : MAX_WIDTH
  const found = findPosition(frame, width, heightAt, takenBoxes(list))
  // Without a free place: at the bottom, as the styles say.
  Object.assign(
    list.style,
    found === null
      ? { width: '', left: '', top: '', right: '', bottom: '' }
      : {
          width: `${found.width}px`,
          left: `${found.left}px`,
          top: `${found.top}px`,
          right: 'auto',
          bottom: 'auto',
        },
  )
}

/** Scrolls the focused field out from under the notices, where they had no other place. */
function moveOffField(list: Element): void {
  const field = focusedField()
  if (field === null) return
  const [over, under] = [list.getBoundingClientRect(), field.getBoundingClientRect()]
  const isBeside = over.height === 0 || under.right < over.left || under.left > over.right
  const hidden = under.bottom + MIN_SENTENCE_HEIGHT - over.top
  if (!isBeside && hidden > 0 && under.top < over.bottom) window.scrollBy({ top: hidden })
}

/** Places the notices now and after each change of the page; returns how to stop. */
export function keepClear(list: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = (): void => {
    place(list)
    moveOffField(list)
  }
  const settle = (): void => {
    clearTimeout(timer)
    timer = setTimeout(update, SETTLE_MS)
  }
  const watch = new MutationObserver(settle)
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  const events = ['scroll', 'resize', 'focusin'] as const
  for (const event of events) window.addEventListener(event, settle, { passive: true })
  update()
  return () => {
    clearTimeout(timer)
    watch.disconnect()
    for (const event of events) window.removeEventListener(event, settle)
  }
}
