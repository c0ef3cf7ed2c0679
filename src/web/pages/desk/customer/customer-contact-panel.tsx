import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { challengeDigits } from '#domain/customer-links/link.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { emailNotSentSentence } from '#domain/mail/email-outcome.ts'
import { pageBlockerSentence } from '#domain/refusals/page-blocker.ts'
import { api, client } from '#web/api/client.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { shareLink } from '#web/ui/feedback/share-link.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './customer-contact-panel.module.css'
import type { DeskLink } from './link-lock.tsx'

const CustomerMessages = lazyPanel(() =>
  import('./customer-messages.tsx').then(({ CustomerMessages }) => CustomerMessages),
)

type LoadedLink = Awaited<ReturnType<typeof api.customerLinks.get.call>>
type PanelProps = { ticket: TicketView; title: string; children: (loaded: LoadedLink) => ReactNode }

/** A panel that needs the customer's link. For the desk only. */
function LinkPanel({ ticket: { ticketId }, title, children }: PanelProps) {
  const mayShare = usePermission()('link.share')
  const { data, error, refetch } = useQuery({
    ...api.customerLinks.get.queryOptions({ input: { ticketId } }),
    enabled: mayShare,
  })
  if (!mayShare) return null
  return (
    <Panel title={title}>
      {data === undefined && error === null && <PanelSkeleton lines={2} label="Loading the link…" />}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && children(data)}
    </Panel>
  )
}

/** The customer's own page of this ticket. */
export const CustomerLinkPanel = ({ ticket }: { ticket: TicketView }) => (
  <LinkPanel ticket={ticket} title="Customer">
    {loaded => <CustomerLink ticket={ticket} {...loaded} />}
  </LinkPanel>
)

export const CustomerMessagesPanel = ({ ticket }: { ticket: TicketView }) => (
  <LinkPanel ticket={ticket} title="Messages">
    {({ link }) => <CustomerMessages ticket={ticket} hasLink={link !== null} />}
  </LinkPanel>
)

const loadQrCode = lazyPage(() => import('#web/ui/images/qr-code.tsx'))
const QrCode = lazy(async () => ({ default: (await loadQrCode()).QrCode }))
const LinkLock = lazyPanel(() => import('./link-lock.tsx').then(({ LinkLock }) => LinkLock))
const NO_MAIL_MESSAGE = 'Email isn’t set up. Copy the link or show the QR code.'
const NO_ADDRESS_MESSAGE = 'This customer has no email. Copy the link or show the QR code.'
const NO_CHALLENGE_MESSAGE = pageBlockerSentence({ code: 'link.no-challenge' }, 'UTC', new Date(0))

const urlOf = ({ path }: Pick<DeskLink, 'path'>): string => `${window.location.origin}${path}`

type CustomerLinkProps = { ticket: TicketView; link: DeskLink | null; canMail: boolean }

/** The ticket's customer link: copied, shown as a QR code, emailed, turned off. */
function CustomerLink({ ticket, link, canMail }: CustomerLinkProps) {
  const { ticketId, customerDetails } = ticket
  const queries = useQueryClient()
  const container = useRef<HTMLElement>(null)
  const [isShown, setShown] = useState(false)
  const refetch = () =>
    queries.invalidateQueries({ queryKey: api.customerLinks.get.key({ input: { ticketId } }) })
  const refetchAndFocus = async () => {
    await refetch()
    // The tapped button goes away.
    container.current?.focus()
  }
  const copy = useMutationOnce(client.customerLinks.create, {
    onDone: async created => {
      await refetch()
      await shareLink(urlOf(created.link))
    },
  })
  const show = useMutationOnce(client.customerLinks.create, {
    onDone: async () => {
      await refetch()
      setShown(true)
    },
  })
  const mail = useMutationOnce(client.customerLinks.email, {
    onDone: async ({ email }) => {
      await refetch()
      const error = emailNotSentSentence(email)
      if (error === null) notify.success(`Link emailed to ${customerDetails.email}.`)
      else notify.failure(error)
    },
  })
  const revoke = useMutationOnce(client.customerLinks.revoke, {
    onDone: async () => {
      setShown(false)
      await refetchAndFocus()
      notify.success('Link turned off.')
    },
  })
  const hasEmail = customerDetails.email !== ''
  const hasChallenge = challengeDigits(customerDetails.phone) !== null
  const isBusy = copy.isRunning || show.isRunning || mail.isRunning || revoke.isRunning
  /** While one runs, the others keep the focus and do nothing. */
  const button = (action: () => void) => ({
    size: 'compact-sm',
    disabled: !hasChallenge,
    'aria-disabled': isBusy || undefined,
    onClick: ignoreDoubleClick(isBusy ? undefined : action),
  })
  return (
    <section ref={container} tabIndex={-1} className={styles.part} aria-label="Customer link">
      {link !== null && (link.isLocked || link.lockedUntil !== null) ? (
        <LinkLock ticket={ticket} link={link} onUnlocked={refetchAndFocus} />
      ) : (
        <LinkState link={link} timeZone={ticket.timeZone} />
      )}
      {hasEmail && !canMail && <p className={styles.muted}>{NO_MAIL_MESSAGE}</p>}
      {!hasEmail && <p className={styles.muted}>{NO_ADDRESS_MESSAGE}</p>}
      {!hasChallenge && <p className={styles.line}>{NO_CHALLENGE_MESSAGE}</p>}
      <div className={styles.actions}>
        <Button {...button(() => copy.run({ ticketId }))}>Copy link</Button>
        <Button
          {...button(() => (isShown ? setShown(false) : show.run({ ticketId })))}
          aria-expanded={isShown}
        >
          {isShown ? 'Hide QR code' : 'Show QR code'}
        </Button>
        {hasEmail && canMail && <Button {...button(() => mail.run({ ticketId }))}>Email link</Button>}
        {link !== null && (
          <ConfirmInline
            label="Turn off link"
            question="The customer won’t be able to open it."
            confirmLabel="Turn off"
            loading={isBusy}
            onConfirm={() => revoke.run({ ticketId })}
          />
        )}
      </div>
      {isShown && link !== null && (
        <Suspense fallback={<p className={styles.muted}>Loading the QR code…</p>}>
          <QrCode url={urlOf(link)} alt="QR code of the customer’s link" />
        </Suspense>
      )}
    </section>
  )
}

function LinkState({ link, timeZone }: { link: DeskLink | null; timeZone: string }) {
  const now = useNow()
  if (link === null)
    return <p className={styles.muted}>No link yet. Create one so the customer can track the job.</p>
  const { openedAt, createdAt } = link
  return (
    <p className={styles.muted}>
      {openedAt === null
        ? `Created ${formatWhen(createdAt, timeZone, now)}, not opened yet.`
        : `Opened by the customer ${formatWhen(openedAt, timeZone, now)}.`}
    </p>
  )
}
