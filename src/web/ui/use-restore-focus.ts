import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For what may go with the keyboard on it, once something is done: the keyboard is then on what it stood in, which
 * needs `tabIndex={-1}`.
 */
export function useRestoreFocus<Container extends HTMLElement>(): RefObject<Container | null> {
  const container = useRef<Container>(null)
  // Asked as this is drawn, as it is too late once the browser has taken it out.
  const hadFocus = container.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) container.current?.focus()
  })
  return container
}
