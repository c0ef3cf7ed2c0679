import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { askedDigits } from '#domain/customer-links/link.ts'
import { printWhen } from '#domain/lib/company-time.ts'
import { sentence } from '#domain/lib/refusal.ts'
import { noLetterSentence } from '#domain/mail/email-outcome.ts'
import { api, client } from '#web/api/client.ts'
import { pageCode } from '#web/api/lazy-page.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import { shareLink } from '#web/ui/share-link.ts'
import styles from './customer-panel.module.css'

type Link = NonNullable<Awaited<ReturnType<typeof api.links.get.call>>['link']>

const codeOf = pageCode(() => import('#web/ui/images/qr-code.tsx'))
const QrCode = lazy(async () => ({ default: (await codeOf()).QrCode }))
const MINUTE_MS = 60_000
const NO_MAIL_HERE = 'No mail server is set up here, so links are not mailed: copy it, or show its code.'
const NO_QUESTION = sentence({ code: 'link.no-question' }, 'UTC', new Date(0))

const urlOf = ({ path }: Pick<Link, 'path'>): string => `${window.location.origin}${path}`

type CustomerLinkProps = { ticket: TicketView; link: Link | null; canMail: boolean }

/** The link by which the customer follows the ticket: given on, shown as a code, mailed, closed. */
export function CustomerLink({ ticket, link, canMail }: CustomerLinkProps) {
  const { ticketId, customerDetails } = ticket
  const queries = useQueryClient()
  const place = useRef<HTMLElement>(null)
  const [isShown, setShown] = useState(false)
  const lookAgain = () => queries.invalidateQueries({ queryKey: api.links.get.key({ input: { ticketId } }) })
  const copy = useCommand(client.links.make, {
    onDone: async made => {
      await lookAgain()
      await shareLink(urlOf(made.link))
    },
  })
  const show = useCommand(client.links.make, {
    onDone: async () => {
      await lookAgain()
      setShown(true)
    },
  })
  const mail = useCommand(client.links.mail, {
    onDone: async ({ letter }) => {
      await lookAgain()
      const fault = noLetterSentence(letter)
      if (fault === null) notify.success(`Link mailed to ${customerDetails.email}.`)
      else notify.failure(fault)
    },
  })
  const close = useCommand(client.links.revoke, {
    onDone: async () => {
      setShown(false)
      await lookAgain()
      place.current?.focus()
      notify.success('Link closed.')
    },
  })
  const hasQuestion = askedDigits(customerDetails.phone) !== null
  const isBusy = copy.isRunning || show.isRunning || mail.isRunning || close.isRunning
  const isStuck = isBusy || !hasQuestion
  return (
    <section ref={place} tabIndex={-1} className={styles.part} aria-label="Link for the customer">
      <LinkState link={link} timeZone={ticket.timeZone} />
      {!canMail && <p className={styles.soft}>{NO_MAIL_HERE}</p>}
      {!hasQuestion && <p className={styles.line}>{NO_QUESTION}</p>}
      <div className={styles.acts}>
        <Button size="compact-sm" disabled={isStuck} onClick={firstClick(() => copy.run({ ticketId }))}>
          Copy link
        </Button>
        <Button
          size="compact-sm"
          disabled={isStuck}
          aria-expanded={isShown}
          onClick={firstClick(() => (isShown ? setShown(false) : show.run({ ticketId })))}
        >
          {isShown ? 'Hide code' : 'Show code'}
        </Button>
        {customerDetails.email !== '' && canMail && (
          <Button size="compact-sm" disabled={isStuck} onClick={firstClick(() => mail.run({ ticketId }))}>
            Mail link
          </Button>
        )}
        {link !== null && (
          <ConfirmInline
            label="Close link"
            question="Once closed, it shows the customer nothing."
            confirmLabel="Close it"
            loading={isBusy}
            onConfirm={() => close.run({ ticketId })}
          />
        )}
      </div>
      {isShown && link !== null && (
        <Suspense fallback={<p className={styles.soft}>Drawing the code…</p>}>
          <QrCode url={urlOf(link)} alt="QR code of the customer’s link" />
        </Suspense>
      )}
    </section>
  )
}

function LinkState({ link, timeZone }: { link: Link | null; timeZone: string }) {
  const now = useNow(MINUTE_MS)
  if (link === null)
    return <p className={styles.soft}>No link yet. With one, the customer follows the work on their phone.</p>
  const { openedAt, madeAt, isShut } = link
  if (isShut)
    return (
      <p className={styles.line}>
        {openedAt === null
          ? 'Nobody can open this link any more: there were too many wrong answers. Copy a new one.'
          : 'There were too many wrong answers, so no other device can open this link. Close it to make a new one.'}
      </p>
    )
  return (
    <p className={styles.soft}>
      {openedAt === null
        ? `Link made ${printWhen(madeAt, timeZone, now)}, not opened yet.`
        : `Opened by the customer ${printWhen(openedAt, timeZone, now)}.`}
    </p>
  )
}
