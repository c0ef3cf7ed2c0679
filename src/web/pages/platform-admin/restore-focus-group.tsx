import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './platform-admin.module.css'

type RestoreFocusGroupProps = { label: string; children: ReactNode }

/** A group of panels that keeps the focus when an action removes its own button. */
export function RestoreFocusGroup({ label, children }: RestoreFocusGroupProps) {
  const container = useRestoreFocus<HTMLDivElement>()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to one form, and this groups panels
    <div ref={container} role="group" aria-label={label} tabIndex={-1} className={styles.holderFocus}>
      {children}
    </div>
  )
}

/**
 * For buttons that may disappear after an action: focus then moves to their container, which needs `tabIndex={-1}`.
 */
function useRestoreFocus<Container extends HTMLElement>(): RefObject<Container | null> {
  const container = useRef<Container>(null)
  // Checked while rendering: it is too late once the browser has removed it.
  const hadFocus = container.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) container.current?.focus()
  })
  return container
}
