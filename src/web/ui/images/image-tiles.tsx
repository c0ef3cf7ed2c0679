import type { ReactNode } from 'react'
import styles from './images.module.css'

/** Tiles side by side, as many as fit. */
export function ImageTiles({ children }: { children: ReactNode }) {
  return <ul className={styles.tiles}>{children}</ul>
}
