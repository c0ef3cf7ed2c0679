import { Button } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { describePaid } from '#domain/billing/ledger.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { type api, client } from '#web/api/client.ts'
import { useLiveRigs } from '#web/api/live/use-live.ts'
import { ownTicketsQuery } from '#web/api/paged-queries.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { PROGRESS_DISPLAY } from '#web/features/customer-links/progress-display.ts'
import { LoadMore } from '#web/features/panels/load-more.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ClaimedRigs } from '#web/pages/rv-owner/rigs/claimed-rigs.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './rv-owner-tickets.module.css'

/** An RV owner's rigs and tickets. */
export function MyRigsPage() {
  useLiveRigs()
  return (
    <Page title={PAGES.myRigs.title} width="reading">
      <ClaimedRigs />
      <RvOwnerTickets />
    </Page>
  )
}

const POLL_INTERVAL_MS = 20_000

/** Every ticket with the account's email, at any company. */
function RvOwnerTickets() {
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery({
    ...ownTicketsQuery,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
  })
  const { data, error, refetch } = query
  const now = useNow()
  const tickets = data?.pages.flatMap(page => page.tickets)
  return (
    <Panel title="My Tickets">
      {tickets === undefined && error === null && <PanelSkeleton lines={4} label="Loading your tickets..." />}
      {tickets === undefined && error !== null && <QueryError error={error} onRetry={() => refetch()} />}
      {tickets?.length === 0 && (
        <EmptyState
          icon={IconTicket}
          sentence="No tickets yet."
          next="A ticket appears here when a shop creates one with your email, or when you book an appointment."
        />
      )}
      {tickets !== undefined && tickets.length > 0 && (
        <ul ref={list} className={styles.tickets}>
          {tickets.map(ticket => (
            <TicketItem key={`${ticket.companyUUID} ${ticket.ticketId}`} ticket={ticket} now={now} />
          ))}
        </ul>
      )}
      <LoadMore query={query} list={list} fullWidth />
    </Panel>
  )
}

type Ticket = Awaited<ReturnType<typeof api.rvOwners.listTickets.call>>['tickets'][number]

function TicketItem({ ticket, now }: { ticket: Ticket; now: Date }) {
  const {
    companyUUID,
    companyName,
    ticketId,
    progress,
    customerRV,
    claimCode,
    transitionedAt,
    timeZone,
    canBookAgain,
    isOpen,
  } = ticket
  const invoiced = ticket.invoiced
  const { vin } = customerRV
  const rig = rigName(customerRV)
  return (
    <li className={styles.ticket}>
      <div className={styles.words}>
        <h3 className={styles.rig}>{rig}</h3>
        <p className={styles.company}>{companyName}</p>
        {invoiced !== null && (
          <p className={styles.company}>
            <TextWithAmounts
              text={`Invoice total ${formatMoney(invoiced.total)}: ${describePaid(invoiced).toLowerCase()}`}
            />
          </p>
        )}
        <p className={styles.footer}>
          <StateBadge {...PROGRESS_DISPLAY[progress]} />
          <time dateTime={transitionedAt.toISOString()}>{formatWhen(transitionedAt, timeZone, now)}</time>
          <span>{`Ticket ${ticketId}`}</span>
          {vin !== '' && <span className={styles.vin}>{`VIN ${vin}`}</span>}
        </p>
        {claimCode !== null && (
          <TextLink to="/my" search={{ vin, code: claimCode }} aria-label={`Claim this rig: ${rig}`}>
            Claim this rig
          </TextLink>
        )}
      </div>
      <div className={styles.actions}>
        {canBookAgain && (
          <LinkButton
            to={`/companies/${companyUUID}/book`}
            search={{ ticket: ticketId }}
            variant="default"
            aria-label={`Book again at ${companyName}: ${rig}`}
          >
            Book Again
          </LinkButton>
        )}
        {isOpen ? (
          <OpenTicketButton companyUUID={companyUUID} ticketId={ticketId} />
        ) : (
          vin !== '' && (
            <TextLink to="/work-history" search={{ vin }} aria-label={`Work history of ${rig}`}>
              Work History
            </TextLink>
          )
        )}
      </div>
    </li>
  )
}

function OpenTicketButton({ companyUUID, ticketId }: { companyUUID: string; ticketId: number }) {
  const { history } = useRouter()
  const { run, isRunning } = useMutationOnce(client.rvOwners.openTicket, {
    onDone: ({ path }) => history.push(path),
  })
  return (
    <Button
      disabled={isRunning}
      aria-label={`Open ticket ${ticketId}`}
      onClick={ignoreDoubleClick(() => run({ companyUUID, ticketId }))}
    >
      {isRunning ? 'Opening…' : 'Open'}
    </Button>
  )
}
