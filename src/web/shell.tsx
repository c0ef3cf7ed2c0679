import {
  IconBuildingStore,
  IconCaravan,
  IconDownload,
  IconHistory,
  IconHome,
  IconInfoCircle,
  IconLayoutDashboard,
  IconLogin2,
  IconTool,
} from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, useEffect, useSyncExternalStore } from 'react'
import type { CompanyChange } from '#contract/live-changes.ts'
import { version } from '#contract/version.ts'
import { may } from '#domain/account/permission.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useLiveCompany } from '#web/api/live/use-live.ts'
import {
  accountOf,
  cacheWorkPages,
  getCachedWorkPages,
  meQuery,
  refetchOnSessionChange,
  type WorkPage,
  workPagesOf,
} from '#web/api/session.ts'
import { useDelayedOffline } from '#web/api/use-delayed-offline.ts'
import { isBayDevice } from '#web/bay/outbox/bay-device.ts'
import { AccountLink, LogoutButton } from '#web/features/account/account-bar.tsx'
import { type Clock, useRunningClock } from '#web/features/clocks/use-running-clock.ts'
import { SearchButton } from '#web/features/tickets/search/search-button.tsx'
import { OfflineBanner } from '#web/ui/feedback/offline-banner.tsx'
import { AppShell } from '#web/ui/layout/app-shell.tsx'
import type { NavItem } from '#web/ui/layout/navigation-link.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { loadOnce } from '#web/ui/load-once.ts'

const loginItem: NavItem = { to: '/login', label: 'Login', icon: IconLogin2, first: true }
const workItems: Readonly<Record<WorkPage, NavItem>> = {
  dashboard: { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard },
  bay: { to: '/bay', label: 'My Jobs', icon: IconTool },
  my: { to: '/my', label: 'My Rigs', icon: IconCaravan },
  founders: { to: '/founders', label: 'Founders', icon: IconBuildingStore },
}

const navItemsFor = (workPages: readonly WorkPage[] | null): NavItem[] => [
  { to: '/', label: 'Home', icon: IconHome },
  ...(workPages?.map((page, index) => ({ ...workItems[page], first: index === 0 })) ?? [loginItem]),
  { to: '/work-history', label: 'Work History', icon: IconHistory },
  { to: '/about-us', label: 'About Us', icon: IconInfoCircle },
  { to: '/downloads', label: 'Downloads', icon: IconDownload },
]

const loadWorkStrip = lazyPage(() => import('#web/bay/screens/work-strip.tsx'))
// Most users have no running clock, and visitors never have.
const WorkStrip = lazy(
  async (): Promise<{ default: ComponentType<{ clock: Clock | null; hasBay: boolean }> }> => {
    // The rest of the page works without it.
    const module = await loadWorkStrip().catch(() => null)
    return { default: module?.WorkStrip ?? (() => null) }
  },
)

function subscribeToStorage(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** With the first change: only company users need it. Changes keep their order. */
const loadChangeHandler = loadOnce(() => import('./handle-live-change.ts'))

const handleLiveChange = (queries: QueryClient, change: CompanyChange): void =>
  void loadChangeHandler().then(
    module => module.handleLiveChange(queries, change),
    () => queries.invalidateQueries(),
  )

const POLL_INTERVAL_MS = 10_000

/** The shell of every page; follows the company's live stream for its users. */
export function Shell() {
  const queries = useQueryClient()
  const { data: actor } = useQuery(meQuery)
  const isUp = useLiveCompany(accountOf(actor), handleLiveChange)
  const isOffline = useDelayedOffline(isUp)
  const clock = useRunningClock()
  const hasBay = useSyncExternalStore(subscribeToStorage, isBayDevice, () => false)

  useEffect(() => refetchOnSessionChange(queries), [queries])

  useEffect(() => {
    if (actor !== undefined) cacheWorkPages(workPagesOf(actor))
  }, [actor])

  // A stream also ends when the session ends or the role changes.
  useEffect(() => {
    if (isUp) return void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
    const refetchMe = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey })
    refetchMe()
    const timer = setInterval(refetchMe, POLL_INTERVAL_MS)
    return () => {
      clearInterval(timer)
      // The role may have changed again before the stream was open.
      refetchMe()
    }
  }, [isUp, queries])

  const workPages = actor === undefined ? getCachedWorkPages() : workPagesOf(actor)
  const isSignedIn = actor !== undefined && 'name' in actor
  const search = actor !== undefined && may(actor, 'ticket.list') ? <SearchButton /> : null
  return (
    <AppShell
      navItems={navItemsFor(workPages)}
      search={search}
      account={isSignedIn ? <AccountLink name={actor.name} /> : null}
      logout={isSignedIn ? <LogoutButton /> : null}
      running={
        (clock !== null || hasBay) && (
          <LazyContent fallback={clock && <div style={{ minHeight: '2.75rem' }} />}>
            <WorkStrip clock={clock} hasBay={hasBay} />
          </LazyContent>
        )
      }
      banner={<OfflineBanner isOffline={isOffline} />}
      version={version}
    >
      <Outlet />
    </AppShell>
  )
}
