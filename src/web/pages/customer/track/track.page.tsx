import { Button, TextInput } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { LINK_DAYS, tooManyAnswersSentence } from '#domain/customer-links/link.ts'
import { type AppError, client, toAppError } from '#web/api/client.ts'
import { useLiveCustomerView } from '#web/api/live/use-live.ts'
import { useDelayedOffline } from '#web/api/use-delayed-offline.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { CompanyHeader } from '#web/features/companies/company-header.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { OfflineBanner } from '#web/ui/feedback/offline-banner.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './track.module.css'
import { TrackedTicketPanels } from './tracked-ticket-panels.tsx'
import { type CompanyView, previewQuery } from './tracked-ticket-query.ts'

/** A customer's ticket, opened with the link and the last digits of their phone number; no account needed. */
export function TrackPage() {
  const { token } = useParams({ from: '/follow/$token' })
  return <TrackedLink key={token} token={token} />
}

function TrackedLink({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(previewQuery(token))
  const isUp = useLiveCustomerView(data?.status === 'open' ? token : null)
  const isOffline = useDelayedOffline(isUp)
  // A link that was turned off meanwhile has its own status; a wrong address never had an answer.
  const isBroken = data === undefined && error !== null && toAppError(error).code === 'NOT_FOUND'
  if (isBroken) return <IncompleteLink />
  if (data === undefined)
    return (
      <Page title={PAGES.track.title} width="reading">
        {error === null ? (
          <ListSkeleton rows={3} height={96} label="Opening your link…" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const { company, status, digits } = data
  switch (status) {
    case 'unverified':
      return <LinkVerification token={token} company={company} digits={digits} />
    case 'open':
      return (
        <>
          <OfflineBanner isOffline={isOffline} />
          <TrackedTicketPanels token={token} company={company} />
        </>
      )
    case 'locked':
    case 'revoked':
    case 'expired':
      return <LinkError company={company} status={status} />
  }
}

const SENTENCES = {
  locked: 'This link is locked after too many wrong answers.',
  revoked: 'This link was turned off.',
  expired: 'This link has expired.',
} as const

type LinkErrorProps = { company: CompanyView; status: keyof typeof SENTENCES }

/** A link that no longer works, and whom to ask for a new one. */
function LinkError({ company, status }: LinkErrorProps) {
  const { companyName } = company
  const contactHint =
    status === 'expired' ? `It worked until ${LINK_DAYS} days after your visit was completed. ` : ''
  return (
    <Page title={PAGES.track.title} tabTitle={`${PAGES.track.title} at ${companyName}`} width="reading">
      <CompanyHeader company={company} />
      <EmptyState
        icon={IconLinkOff}
        sentence={SENTENCES[status]}
        next={`${contactHint}Call ${companyName} and ask for a new one.`}
      />
    </Page>
  )
}

/** For an incomplete or unknown link: its company is unknown, too. */
const IncompleteLink = () => (
  <Page title={PAGES.track.title} width="reading">
    <EmptyState
      icon={IconLinkOff}
      sentence="This link is incomplete."
      next="Open it exactly as you received it; it may have been cut off. If that doesn’t help, call the company that sent it and ask for a new one."
      action={<LinkButton to="/">Find the company</LinkButton>}
    />
  </Page>
)

const DIGIT_COUNTS = ['', 'one digit', 'two digits', 'three digits', 'four digits']

const SECOND_MS = 1000

const messageOfError = ({ message, fields }: AppError): string => fields.digits ?? message

type LinkVerificationProps = { token: string; company: CompanyView; digits: number }

/** Once per browser, the customer confirms the link with the last digits of their phone number. */
function LinkVerification({ token, company, digits }: LinkVerificationProps) {
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  /** When a browser that gave too many wrong answers may try again. */
  const [lockedUntil, setLockedUntil] = useState<Date | null>(null)
  const now = useNow(SECOND_MS)
  const wait = lockedUntil === null ? 0 : (lockedUntil.getTime() - now.getTime()) / SECOND_MS
  const last = DIGIT_COUNTS[digits] ?? DIGIT_COUNTS[4]
  // The page has only this field.
  useEffect(() => field.current?.focus(), [])
  const { run, isRunning } = useMutationOnce(client.customerView.verify, {
    onDone: () => queries.invalidateQueries({ queryKey: previewQuery(token).queryKey }),
    onError: refused => {
      const { retryAfterSeconds } = refused
      const isLocked = refused.code === 'TOO_MANY' && retryAfterSeconds !== undefined
      setError(isLocked ? null : messageOfError(refused))
      setLockedUntil(isLocked ? new Date(Date.now() + retryAfterSeconds * SECOND_MS) : null)
      field.current?.focus()
      field.current?.select()
      // Too many wrong answers lock the link.
      if (refused.code === 'REFUSED')
        void queries.invalidateQueries({ queryKey: previewQuery(token).queryKey })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const answer = typed.replace(/\D/g, '')
    if (answer.length === digits) return run({ token, digits: answer })
    setError(`Enter ${last}.`)
    field.current?.focus()
  }
  return (
    <Page
      title={PAGES.track.title}
      tabTitle={`${PAGES.track.title} at ${company.companyName}`}
      width="narrow"
    >
      <CompanyHeader company={company} />
      <Panel>
        {digits === 0 ? (
          <p
            className={styles.sentence}
          >{`This ticket has no phone number yet, so we can’t confirm that it’s yours. Call ${company.companyName} to add your number.`}</p>
        ) : (
          <form onSubmit={submit} noValidate className={styles.form}>
            <p
              className={styles.sentence}
              id="link-question"
            >{`To see your ticket, enter the last ${last} of your phone number.`}</p>
            <TextInput
              ref={field}
              className={styles.digits ?? ''}
              label={`Last ${last}`}
              aria-describedby="link-question"
              inputMode="numeric"
              autoComplete="off"
              enterKeyHint="go"
              size="md"
              maxLength={20}
              value={typed}
              error={wait > 0 ? tooManyAnswersSentence(company.companyName, wait) : error}
              onChange={event => {
                setTyped(event.currentTarget.value)
                setError(null)
              }}
            />
            <Button type="submit" variant="filled" size="md" disabled={isRunning}>
              {isRunning ? 'One moment…' : 'See My Ticket'}
            </Button>
          </form>
        )}
      </Panel>
    </Page>
  )
}
