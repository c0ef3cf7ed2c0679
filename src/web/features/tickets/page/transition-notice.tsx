import { IconArrowRight } from '@tabler/icons-react'
import { pageBlockerSentence } from '#domain/refusals/page-blocker.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { ActivityPanel } from '#web/features/tickets/activity-panel.tsx'
import { useTicketPath } from '#web/features/tickets/ticket-path.ts'
import { TICKET_STATE_STYLES } from '#web/features/tickets/ticket-state-badge.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'

/** The ticket is in another state now: what happened, and where it is. */
export function TransitionNotice({ ticket }: { ticket: TicketView }) {
  const { state, ticketId, lastTransition, timeZone } = ticket
  const landingPage = useLandingPage()
  const path = useTicketPath()(state, ticketId)
  const { word, icon } = TICKET_STATE_STYLES[state]
  return (
    <>
      <Panel>
        <div role="status">
          <EmptyState
            icon={icon}
            sentence={pageBlockerSentence(
              { code: 'ticket.transitioned', lastTransition },
              timeZone,
              new Date(),
            )}
            next={`Its status is now ${word}.`}
            action={
              <>
                {path !== null && (
                  <LinkButton to={path} next rightSection={<IconArrowRight size={18} aria-hidden />}>
                    Open Ticket
                  </LinkButton>
                )}
                <LinkButton to={landingPage.to}>Back to {landingPage.name}</LinkButton>
              </>
            }
          />
        </div>
      </Panel>
      {/* It has no page: this is where its reason is shown. */}
      {state === 'declined' && <ActivityPanel ticket={ticket} />}
    </>
  )
}
