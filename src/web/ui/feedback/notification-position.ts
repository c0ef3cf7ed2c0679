// Where notices are shown: over nothing that a person is about to read or press.

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
