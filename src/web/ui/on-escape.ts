import type { KeyboardEvent } from 'react'

/** For a form's `onKeyDown`: Escape cancels it, except during text composition. */
export const onEscape =
  (handler: (() => void) | null) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) handler?.()
  }
