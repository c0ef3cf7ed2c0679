import { lazy, Suspense, useState } from 'react'
import { pageCode } from '#web/api/lazy-page.ts'
import type { Card } from '#web/api/live/invalidate.ts'
import { useComingCode } from '#web/api/use-lazy-module.ts'
import { useMay } from '#web/api/use-permission.ts'
import { AssignButton } from './assign-button.tsx'

// A board has two hundred of these, of which one is opened.
const menuCode = pageCode(() => import('./card-menu.tsx'))
const CardMenu = lazy(() => menuCode().then(code => ({ default: code.CardMenu })))
const comeNear = () => void menuCode().catch(() => {})

/** Puts somebody else on a card's ticket, or nobody, without leaving the board. */
export function AssignMenu({ card }: { card: Card }) {
  const may = useMay()
  const [isAsked, setAsked] = useState(false)
  const { isComing, bring } = useComingCode(menuCode)
  if (!may('ticket.assign')) return null
  const button = (
    <AssignButton
      card={card}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isComing || undefined}
      onPointerEnter={comeNear}
      onFocus={comeNear}
      onClick={() => void bring(() => setAsked(true))}
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
