import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './action-bar.module.css'

/**
 * The bottom of a form or work screen, with its primary button. On a phone it is fixed, and notices are above it; it
 * sets its height as a variable on the root.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return
    const root = document.documentElement.style
    const watch = new ResizeObserver(() => {
      // In the flow of the page it covers nothing.
      const covered = getComputedStyle(element).position === 'static' ? 0 : element.offsetHeight
      root.setProperty('--rw-action-bar', `${covered}px`)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      root.removeProperty('--rw-action-bar')
    }
  }, [])

  return (
    <div ref={bar} className={styles.bar}>
      {children}
    </div>
  )
}
