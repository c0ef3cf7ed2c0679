import { lazy, Suspense, useState } from 'react'
import type { Card } from '#web/live/refresh.ts'
import { pageCode } from '#web/parts/page-code.ts'
import { useMay } from '#web/parts/use-may.ts'
import { notify } from '#web/ui/notify.ts'
import { AssignButton } from './assign-button.tsx'

// A board has two hundred of these, of which one is opened.
const menuCode = pageCode(() => import('./card-menu.tsx'))
const CardMenu = lazy(() => menuCode().then(code => ({ default: code.CardMenu })))
const comeNear = () => void menuCode().catch(() => {})

/** Puts somebody else on a card's ticket, or nobody, without leaving the board. */
export function AssignMenu({ card }: { card: Card }) {
  const may = useMay()
  const [isAsked, setAsked] = useState(false)
  if (!may('ticket.assign')) return null

  const ask = () =>
    menuCode().then(
      () => setAsked(true),
      (fault: unknown) => notify.failure(fault instanceof Error ? fault.message : String(fault)),
    )
  const button = (
    <AssignButton
      card={card}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={comeNear}
      onFocus={comeNear}
      onClick={() => void ask()}
    />
  )
  return isAsked ? (
    <Suspense fallback={button}>
      <CardMenu card={card} />
    </Suspense>
  ) : (
    button
  )
}
