import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

import styles from './platform-admin.module.css'

type ClaimHolderProps = { label: string; children: ReactNode }

/** What an act here may change so that its button is gone: the keyboard stays here. */
export function ClaimHolder({ label, children }: ClaimHolderProps) {
  const container = useRestoreFocus<HTMLDivElement>()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of one form, and these are panels
    <div ref={container} role="group" aria-label={label} tabIndex={-1} className={styles.holderFocus}>
      {children}
    </div>
  )
}

/**
 * For what may go with the keyboard on it, once something is done: the keyboard is then on what it stood in, which
 * needs `tabIndex={-1}`.
 */
function useRestoreFocus<Container extends HTMLElement>(): RefObject<Container | null> {
  const container = useRef<Container>(null)
  // Asked as this is drawn, as it is too late once the browser has taken it out.
  const hadFocus = container.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) container.current?.focus()
  })
  return container
}
