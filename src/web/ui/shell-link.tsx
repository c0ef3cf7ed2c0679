import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from '#web/ui/layout/app-shell.module.css'

export type ShellPlace = {
  to: string
  label: string
  icon: Icon
  /** Stays beside the menu button on a phone. One at most. */
  first?: boolean
}

/** The router sets `aria-current="page"` on the link of the page that is open. */
export function ShellLink({ place, withIcon = false }: { place: ShellPlace; withIcon?: boolean }) {
  return (
    <Link to={place.to} activeOptions={{ exact: place.to === '/' }} className={styles.place}>
      {withIcon && <place.icon size={20} stroke={1.75} aria-hidden />}
      {place.label}
    </Link>
  )
}
