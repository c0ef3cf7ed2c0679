import { useClickOutside, useMediaQuery } from '@mantine/hooks'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { Link, useHydrated, useLocation, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ColorSchemeSwitch } from '#web/ui/buttons/color-scheme-switch.tsx'
import { LogoWithName } from '#web/ui/logo.tsx'
import styles from './app-shell.module.css'
import { type NavItem, NavigationLink } from './navigation-link.tsx'
import { useCoveredHeight } from './use-covered-height.ts'

const TREES =
  'M6 11l3.4 7.2h-1.5l2.9 5.8h-9.6l2.9-5.8h-1.5zM32 11l3.4 7.2h-1.5l2.9 5.8h-9.6l2.9-5.8h-1.5zM46 8l3.9 8.6h-1.7l3.2 7.4h-10.8l3.2-7.4h-1.7zM72 15l2.8 5.3h-1.2l2.3 3.7h-7.8l2.3-3.7h-1.2zM83 8l3.9 8.6h-1.7l3.2 7.4h-10.8l3.2-7.4h-1.7zM97 5l4.3 10.1h-1.9l3.6 8.9h-12l3.6-8.9h-1.9zM123 15l2.8 5.3h-1.2l2.3 3.7h-7.8l2.3-3.7h-1.2zM132 11l3.4 7.2h-1.5l2.9 5.8h-9.6l2.9-5.8h-1.5zM144 15l2.8 5.3h-1.2l2.3 3.7h-7.8l2.3-3.7h-1.2zM153 8l3.9 8.6h-1.7l3.2 7.4h-10.8l3.2-7.4h-1.7zM191 5l4.3 10.1h-1.9l3.6 8.9h-12l3.6-8.9h-1.9zM200 8l3.9 8.6h-1.7l3.2 7.4h-10.8l3.2-7.4h-1.7zM214 11l3.4 7.2h-1.5l2.9 5.8h-9.6l2.9-5.8h-1.5zM252 5l4.3 10.1h-1.9l3.6 8.9h-12l3.6-8.9h-1.9zM278 5l4.3 10.1h-1.9l3.6 8.9h-12l3.6-8.9h-1.9zM289 8l3.9 8.6h-1.7l3.2 7.4h-10.8l3.2-7.4h-1.7zM298 8l3.9 8.6h-1.7l3.2 7.4h-10.8l3.2-7.4h-1.7zM372 17l2.5 4.3h-1.1l2.1 2.7h-7l2.1-2.7h-1.1zM381 15l2.8 5.3h-1.2l2.3 3.7h-7.8l2.3-3.7h-1.2zM392 8l3.9 8.6h-1.7l3.2 7.4h-10.8l3.2-7.4h-1.7zM401 11l3.4 7.2h-1.5l2.9 5.8h-9.6l2.9-5.8h-1.5zM413 11l3.4 7.2h-1.5l2.9 5.8h-9.6l2.9-5.8h-1.5zM439 15l2.8 5.3h-1.2l2.3 3.7h-7.8l2.3-3.7h-1.2zM465 15l2.8 5.3h-1.2l2.3 3.7h-7.8l2.3-3.7h-1.2zM503 13l3.1 6.2h-1.4l2.7 4.8h-8.8l2.7-4.8h-1.4zM517 17l2.5 4.3h-1.1l2.1 2.7h-7l2.1-2.7h-1.1zM555 17l2.5 4.3h-1.1l2.1 2.7h-7l2.1-2.7h-1.1zM569 5l4.3 10.1h-1.9l3.6 8.9h-12l3.6-8.9h-1.9zM581 11l3.4 7.2h-1.5l2.9 5.8h-9.6l2.9-5.8h-1.5zM607 17l2.5 4.3h-1.1l2.1 2.7h-7l2.1-2.7h-1.1zM326 11h16a5 5 0 0 1 5 5v5h5v1.5h-7a3.5 3.5 0 0 0-7 0h-17v-6.5a5 5 0 0 1 5-5zM325.5 14v3.5h6.5v-3.5zM335 14v3.5h5v-3.5zM0 24h620v2h-620z'

/** The same trees repeated for any width. Inline: as an image it would load later. */
const Treeline = ({ className }: { className: string }) => (
  <svg className={className} height="26" aria-hidden="true">
    <pattern id="trees" width="620" height="26" patternUnits="userSpaceOnUse">
      <path fillRule="evenodd" d={TREES} />
    </pattern>
    <rect width="100%" height="26" fill="url(#trees)" />
  </svg>
)

type AppShellProps = {
  /** The header's links, in order. */
  navItems: readonly NavItem[]
  /** The global search. On a phone it is in the menu. */
  search?: ReactNode
  /** The user. On a phone it is in the menu. */
  account?: ReactNode
  /** At the same place on every page, also on a phone. */
  logout?: ReactNode
  /** What is running, such as a clock. In its own row, always visible. */
  running?: ReactNode
  /** Above everything: the connection status. */
  banner?: ReactNode
  /** Of the product. */
  version: string
  children: ReactNode
}

export function AppShell(props: AppShellProps) {
  const { navItems, search, account, logout, running, banner, version, children } = props
  const isWideScreen = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  // The server does not know the window's width: both variants are rendered, and styles select one.
  const isPrerendered = !useHydrated()
  const main = useRef<HTMLElement>(null)
  const header = useRef<HTMLElement>(null)
  useCoveredHeight(header, '--rw-header')
  const { pathname } = useLocation()
  // Its code or data is loading; the previous page is shown meanwhile.
  const isPageLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  const shownPath = useRef(pathname)

  // Focus moves to the content of a new page, as on a page load.
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header ref={header} className={styles.header}>
        <div className={styles.bar}>
          <Link to="/" className={styles.brand}>
            <LogoWithName />
          </Link>
          {(isWideScreen || isPrerendered) && (
            <div className={styles.wideOnly}>
              <nav aria-label="Main">
                <ul className={styles.navItems}>
                  {navItems.map(navItem => (
                    <li key={navItem.to}>
                      <NavigationLink item={navItem} />
                    </li>
                  ))}
                </ul>
              </nav>
              <div className={styles.right}>
                {search}
                {account}
                {logout}
              </div>
            </div>
          )}
          {(!isWideScreen || isPrerendered) && (
            <div className={styles.narrowOnly}>
              <PhoneNavigation {...{ navItems, search, account, logout }} key={pathname} />
            </div>
          )}
        </div>
        {running && <div className={styles.strip}>{running}</div>}
      </header>
      {banner}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={styles.main}
        aria-busy={(isPageLoading && !isPrerendered) || undefined}
      >
        {children}
      </main>
      <footer className={styles.footer}>
        <Treeline className={styles.trees ?? ''} />
        <span>{`Rigwright ${version}`}</span>
        <ColorSchemeSwitch />
      </footer>
    </div>
  )
}

type PhoneNavigationProps = {
  navItems: readonly NavItem[]
  search?: ReactNode
  account?: ReactNode
  logout?: ReactNode
}

/** One row on a phone: the main link, the logout, and a button that expands the others. */
function PhoneNavigation({ navItems, search, account, logout }: PhoneNavigationProps) {
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
