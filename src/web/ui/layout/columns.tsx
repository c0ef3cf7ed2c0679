import type { ReactNode } from 'react'
import styles from './columns.module.css'

/** Work on the left, what goes with it on the right; one below the other where there is no room. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>{main}</div>
      <div className={styles.stack}>{side}</div>
    </div>
  )
}

/** Equal boxes, as many beside each other as fit at `min` wide (a CSS length). */
export function Tiles({ min = '17rem', children }: { min?: string; children: ReactNode }) {
  return (
    <div className={styles.tiles} style={{ '--min': min } as Record<string, string>}>
      {children}
    </div>
  )
}

/** Fields of a form, two beside each other where there is room. A full-width one takes `data-wide`. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>
}

/** Panels one below the other. */
export function Panels({ children }: { children: ReactNode }) {
  return <div className={styles.panels}>{children}</div>
}
