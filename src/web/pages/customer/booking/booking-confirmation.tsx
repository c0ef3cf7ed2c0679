import { Anchor } from '@mantine/core'
import { IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { telOf } from '#domain/lib/phone.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './book.module.css'
import type { CompanyProfile } from './booking-form.ts'
import type { BookingResult } from './send-booking.ts'

type BookingConfirmationProps = { company: CompanyProfile; result: BookingResult; email: string }

/** After the form: what has happened, and what comes next. */
export function BookingConfirmation({ company, result, email }: BookingConfirmationProps) {
  const words = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone: whoever hears the page goes on here.
  useEffect(() => words.current?.focus(), [])
  const { companyName, companyPhone, companyUUID } = company
  const isMailed = result.next === 'mail'
  return (
    <Page title={isMailed ? 'Look into your mail' : 'Your booking is sent'} width="reading">
      <Panel>
        <div ref={words} className={styles.told} tabIndex={-1} role="status">
          {isMailed ? (
            <>
              <IconMail size={32} aria-hidden />
              <p className={styles.lead}>
                We sent a letter to <strong>{email}</strong>. Open its link and press Confirm Booking: only
                then does {companyName} see your booking.
              </p>
              <p>
                Nothing there after a few minutes? Look into the spam folder. Is the address wrong? Then book
                once more.
              </p>
            </>
          ) : (
            <>
              <IconCircleCheck size={32} aria-hidden />
              <p className={styles.lead}>{companyName} has your booking. They read it and get back to you.</p>
              {result.followPath !== null && (
                <>
                  <p>See here at any time how far it is. Keep the page: its address is yours alone.</p>
                  <LinkButton next to={result.followPath}>
                    Follow My RV
                  </LinkButton>
                </>
              )}
              {result.ticketId !== null && (
                <p>
                  If you call, your number is <strong>{result.ticketId}</strong>.
                </p>
              )}
            </>
          )}
          <p>
            To change something, call <Anchor href={telOf(companyPhone)}>{companyPhone}</Anchor>.
          </p>
          <LinkButton to={`/companies/${companyUUID}`}>{`Back to ${companyName}`}</LinkButton>
        </div>
      </Panel>
    </Page>
  )
}
