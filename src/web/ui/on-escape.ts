import type { KeyboardEvent } from 'react'

/** For a form's `onKeyDown`: Escape leaves it, but the one that ends the writing of a sign. */
export const onEscape =
  (handler: (() => void) | null) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) handler?.()
  }
