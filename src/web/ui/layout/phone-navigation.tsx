import { useClickOutside } from '@mantine/hooks'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './app-shell.module.css'
import { type NavItem, NavigationLink } from './navigation-link.tsx'

type PhoneNavigationProps = {
  navItems: readonly NavItem[]
  search?: ReactNode
  account?: ReactNode
  logout?: ReactNode
}

/** One row on a phone: the main link, the logout, and a button that expands the others. */
export function PhoneNavigation({ navItems, search, account, logout }: PhoneNavigationProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const nav = useClickOutside<HTMLElement>(() => setOpen(false))
  const panelId = useId()
  const first = navItems.find(navItem => navItem.first)
  const rest = navItems.filter(item => item !== first)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }

  return (
    <nav aria-label="Main" ref={nav} className={styles.compact} onKeyDown={onKeyDown}>
      {first !== undefined && <NavigationLink item={first} />}
      {logout}
      <button
        type="button"
        ref={button}
        className={styles.menuButton}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        {open ? <IconX size={22} aria-hidden /> : <IconMenu2 size={22} aria-hidden />}
        Menu
      </button>
      <div id={panelId} className={styles.panel} hidden={!open}>
        {search}
        <ul className={styles.list}>
          {rest.map(item => (
            <li key={item.to}>
              <NavigationLink item={item} withIcon />
            </li>
          ))}
        </ul>
        {account !== undefined && account !== null && <div className={styles.panelAccount}>{account}</div>}
      </div>
    </nav>
  )
}
