import type { ReactNode } from 'react'
import styles from './columns.module.css'

/** Main content on the left, related content on the right; below each other on narrow screens. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>{main}</div>
      <div className={styles.stack}>{side}</div>
    </div>
  )
}

/** Equal boxes, as many side by side as fit at `min` width (a CSS length). */
export function Tiles({ min = '17rem', children }: { min?: string; children: ReactNode }) {
  return (
    <div className={styles.tiles} style={{ '--min': min } as Record<string, string>}>
      {children}
    </div>
  )
}

/** Form fields, two side by side if there is room. A full-width one has `data-wide`. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>
}

/** Panels one below the other. */
export function Panels({ children }: { children: ReactNode }) {
  return <div className={styles.panels}>{children}</div>
}
