import { useHydrated, useLocation } from '@tanstack/react-router'
import { type ComponentProps, lazy } from 'react'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import { CHECK_IN } from '#web/features/tickets/ticket-path.ts'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import type { CheckInPanel } from './check-in-panel.tsx'

const LazyPanel = lazy(() =>
  import('./check-in-panel.tsx').then(({ CheckInPanel }) => ({ default: CheckInPanel })),
)

/** Whether Check In is open: while the page's link to it is followed, of which the server does not know. */
export function useIsCheckInOpen(): boolean {
  const isLinked = useLocation({ select: ({ hash }) => hash === CHECK_IN })
  return useHydrated() && isLinked
}

/** `label` as on the form: `Check In` or `Arrived`. */
export const CheckInLink = ({ label }: { label: string }) => (
  <LinkButton to="." hash={CHECK_IN} next>
    {label}
  </LinkButton>
)

/** The form's code is loaded with an appointment: there may be no connection when it is opened. */
export function CheckIn(props: Omit<ComponentProps<typeof CheckInPanel>, 'isOpen'>) {
  const isOpen = useIsCheckInOpen()
  return (
    isConfirmed(props.ticket) && (
      <LazyContent>
        <LazyPanel {...props} isOpen={isOpen} />
      </LazyContent>
    )
  )
}
