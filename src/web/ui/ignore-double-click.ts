import type { MouseEvent } from 'react'

/** Handles only the first click of a gesture: the second half of a double click may land on another element. */
export const ignoreDoubleClick =
  (action?: () => void) =>
  (event: MouseEvent): void => {
    // `detail` counts the clicks of a gesture; a key press is 0.
    if (event.detail > 1) event.preventDefault()
    else action?.()
  }
