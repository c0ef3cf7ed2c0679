import { useMediaQuery } from '@mantine/hooks'
import { Link, useHydrated, useLocation, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ColorSchemeSwitch } from '#web/ui/buttons/color-scheme-switch.tsx'
import { CompactMenu } from '#web/ui/buttons/compact-menu.tsx'
import { LogoWithName } from '#web/ui/logo.tsx'
import { type NavItem, ShellLink } from '#web/ui/shell-link.tsx'
import { Treeline } from '#web/ui/treeline.tsx'
import styles from './app-shell.module.css'

type AppShellProps = {
  /** The header's links, in order. */
  navItems: readonly NavItem[]
  /** The search over everything. On a phone it is in the menu. */
  search?: ReactNode
  /** Who is signed in: a name, a sign-out. On a phone it opens with the menu. */
  account?: ReactNode
  /** What runs now, such as a clock. It gets a strip of its own, always in sight. */
  running?: ReactNode
  /** Above everything: the connection. */
  banner?: ReactNode
  children: ReactNode
}

export function AppShell({ navItems, search, account, running, banner, children }: AppShellProps) {
  const isWideScreen = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  // The server does not know how wide the window is: then both are drawn, and the styles choose.
  const isPrerendered = !useHydrated()
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // Its code, or what it cannot begin without, is on its way; the page before stands there meanwhile.
  const isPageComing = useRouterState({ select: ({ status }) => status === 'pending' })
  const shownPath = useRef(pathname)

  // A new page starts at its content for the keyboard and the screen reader, as a page load would.
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
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to="/" className={styles.brand}>
            <LogoWithName />
          </Link>
          {(isWideScreen || isPrerendered) && (
            <div className={styles.roomy}>
              <nav aria-label="Main">
                <ul className={styles.places}>
                  {navItems.map(navItem => (
                    <li key={navItem.to}>
                      <ShellLink place={navItem} />
                    </li>
                  ))}
                </ul>
              </nav>
              <div className={styles.right}>
                {search}
                {account}
              </div>
            </div>
          )}
          {(!isWideScreen || isPrerendered) && (
            <div className={styles.tight}>
              <CompactMenu navItems={navItems} search={search} account={account} key={pathname} />
            </div>
          )}
        </div>
        {running !== undefined && running !== null && <div className={styles.strip}>{running}</div>}
      </header>
      {banner}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={styles.main}
        aria-busy={(isPageComing && !isPrerendered) || undefined}
      >
        {children}
      </main>
      <footer className={styles.footer}>
        <Treeline className={styles.trees ?? ''} />
        <span>Rigwright</span>
        <ColorSchemeSwitch />
      </footer>
    </div>
  )
}
