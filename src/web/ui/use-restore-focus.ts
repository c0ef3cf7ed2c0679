import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For what may go with the keyboard on it, once something is done: the keyboard is then on what it stood in, which
 * needs `tabIndex={-1}`.
 */
export function useHeldFocus<Holder extends HTMLElement>(): RefObject<Holder | null> {
  const holder = useRef<Holder>(null)
  // Asked as this is drawn, as it is too late once the browser has taken it out.
  const hadIt = holder.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    if (hadIt && document.activeElement === document.body) holder.current?.focus()
  })
  return holder
}
