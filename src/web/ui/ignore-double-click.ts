import type { MouseEvent } from 'react'

/**
 * Hears only the first click of a gesture: the second half of a double click is never meant, and
 * may land on whatever moved into the button's place.
 */
export const ignoreDoubleClick =
  (action?: () => void) =>
  (event: MouseEvent): void => {
    // `detail` counts the clicks of one gesture; a key press is 0.
    if (event.detail > 1) event.preventDefault()
    else action?.()
  }
