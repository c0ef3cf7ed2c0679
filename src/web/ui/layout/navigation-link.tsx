import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from './app-shell.module.css'

export type NavItem = {
  to: string
  label: string
  icon: Icon
  /** Stays beside the menu button on a phone. One at most. */
  first?: boolean
}

/** The router sets `aria-current="page"` on the current page's link. */
export function NavigationLink({ item, withIcon = false }: { item: NavItem; withIcon?: boolean }) {
  return (
    <Link to={item.to} activeOptions={{ exact: item.to === '/' }} className={styles.navItem}>
      {withIcon && <item.icon size={20} stroke={1.75} aria-hidden />}
      <span>{item.label}</span>
    </Link>
  )
}
