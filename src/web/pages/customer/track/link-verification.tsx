import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PAGES } from '#contract/pages/pages.ts'
import { tooManyAnswersSentence } from '#domain/customer-links/link.ts'
import { type AppError, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { CompanyHeader } from '#web/features/companies/company-header.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './track.module.css'
import { type CompanyView, previewQuery } from './tracked-ticket-query.ts'

const DIGIT_COUNTS = ['', 'one digit', 'two digits', 'three digits', 'four digits']

const SECOND_MS = 1000

const messageOfError = ({ message, fields }: AppError): string => fields.digits ?? message

type LinkVerificationProps = { token: string; company: CompanyView; digits: number }

/** Once per browser, the customer confirms the link with the last digits of their phone number. */
export function LinkVerification({ token, company, digits }: LinkVerificationProps) {
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
