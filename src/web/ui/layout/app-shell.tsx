import { useMediaQuery } from '@mantine/hooks'
import { Link, useHydrated, useLocation, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ColorSchemeSwitch } from '#web/ui/buttons/color-scheme-switch.tsx'
import { LogoWithName } from '#web/ui/logo.tsx'
import styles from './app-shell.module.css'
import { type NavItem, NavigationLink } from './navigation-link.tsx'
import { PhoneNavigation } from './phone-navigation.tsx'

const TREES =
  'M6 11L9.4 18.2H7.9L10.8 24H1.2L4.1 18.2H2.6ZM32 11L35.4 18.2H33.9L36.8 24H27.2L30.1 18.2H28.6ZM46 8L49.9 16.6H48.2L51.4 24H40.6L43.8 16.6H42.1ZM72 15L74.8 20.3H73.6L75.9 24H68.1L70.4 20.3H69.2ZM83 8L86.9 16.6H85.2L88.4 24H77.6L80.8 16.6H79.1ZM97 5L101.3 15.1H99.4L103 24H91L94.6 15.1H92.7ZM123 15L125.8 20.3H124.6L126.9 24H119.1L121.4 20.3H120.2ZM132 11L135.4 18.2H133.9L136.8 24H127.2L130.1 18.2H128.6ZM144 15L146.8 20.3H145.6L147.9 24H140.1L142.4 20.3H141.2ZM153 8L156.9 16.6H155.2L158.4 24H147.6L150.8 16.6H149.1ZM191 5L195.3 15.1H193.4L197 24H185L188.6 15.1H186.7ZM200 8L203.9 16.6H202.2L205.4 24H194.6L197.8 16.6H196.1ZM214 11L217.4 18.2H215.9L218.8 24H209.2L212.1 18.2H210.6ZM252 5L256.3 15.1H254.4L258 24H246L249.6 15.1H247.7ZM278 5L282.3 15.1H280.4L284 24H272L275.6 15.1H273.7ZM289 8L292.9 16.6H291.2L294.4 24H283.6L286.8 16.6H285.1ZM298 8L301.9 16.6H300.2L303.4 24H292.6L295.8 16.6H294.1ZM372 17L374.5 21.3H373.4L375.5 24H368.5L370.6 21.3H369.5ZM381 15L383.8 20.3H382.6L384.9 24H377.1L379.4 20.3H378.2ZM392 8L395.9 16.6H394.2L397.4 24H386.6L389.8 16.6H388.1ZM401 11L404.4 18.2H402.9L405.8 24H396.2L399.1 18.2H397.6ZM413 11L416.4 18.2H414.9L417.8 24H408.2L411.1 18.2H409.6ZM439 15L441.8 20.3H440.6L442.9 24H435.1L437.4 20.3H436.2ZM465 15L467.8 20.3H466.6L468.9 24H461.1L463.4 20.3H462.2ZM503 13L506.1 19.2H504.7L507.4 24H498.6L501.3 19.2H499.9ZM517 17L519.5 21.3H518.4L520.5 24H513.5L515.6 21.3H514.5ZM555 17L557.5 21.3H556.4L558.5 24H551.5L553.6 21.3H552.5ZM569 5L573.3 15.1H571.4L575 24H563L566.6 15.1H564.7ZM581 11L584.4 18.2H582.9L585.8 24H576.2L579.1 18.2H577.6ZM607 17L609.5 21.3H608.4L610.5 24H603.5L605.6 21.3H604.5ZM326 11H342A5 5 0 0 1 347 16V21H352V22.5H345A3.5 3.5 0 0 0 338 22.5H321V16A5 5 0 0 1 326 11ZM325.5 14V17.5H332V14ZM335 14V17.5H340V14ZM0 24H620V26H0Z'

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
      <header className={styles.header}>
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
