import { lazy, Suspense, useState } from 'react'
import { lazyPage } from '#web/api/lazy-page.ts'
import type { TicketSummary } from '#web/api/live/invalidate.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { AssignButton } from './assign-button.tsx'

// A board has two hundred of these, of which one is opened.
const loadAssignMenu = lazyPage(() => import('./assign-menu.tsx'))
const AssignMenu = lazy(() => loadAssignMenu().then(module => ({ default: module.AssignMenu })))
const preload = () => void loadAssignMenu().catch(() => {})

/** Reassigns a card's ticket, without leaving the board. */
export function LazyAssignMenu({ card }: { card: TicketSummary }) {
  const may = usePermission()
  const [isRequested, setRequested] = useState(false)
  const { isLoading, load } = useLazyModule(loadAssignMenu)
  if (!may('ticket.assign')) return null
  const button = (
    <AssignButton
      card={card}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isLoading || undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void load(() => setRequested(true))}
    />
  )
  return isRequested ? (
    <Suspense fallback={button}>
      <AssignMenu card={card} />
    </Suspense>
  ) : (
    button
  )
}
