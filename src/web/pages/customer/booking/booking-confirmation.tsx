import { Anchor } from '@mantine/core'
import { IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { bookingPaymentName, PAY_TO_HOLD } from '#domain/billing/booking-payment.ts'
import { telOf } from '#domain/lib/phone.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './book.module.css'
import type { CompanyProfile } from './booking-form.ts'
import type { BookingResult } from './send-booking.ts'

type BookingConfirmationProps = { company: CompanyProfile; result: BookingResult; email: string }

/** Shown after sending: what happened and what comes next. */
export function BookingConfirmation({ company, result, email }: BookingConfirmationProps) {
  const message = useRef<HTMLDivElement>(null)
  // The tapped button is gone, so screen readers continue here.
  useEffect(() => message.current?.focus(), [])
  const { companyName, companyPhone, companyUUID, bookingPayment } = company
  const isMailed = result.next === 'mail'
  return (
    <Page title={isMailed ? 'Check your email' : 'Your booking was sent'} width="reading">
      <Panel>
        <div ref={message} className={styles.confirmation} tabIndex={-1} role="status">
          {isMailed ? (
            <>
              <IconMail size={32} aria-hidden />
              <p className={styles.lead}>
                We sent an email to <strong>{email}</strong>
                <span>{`. Open its link and tap Confirm Booking. ${companyName} won’t see your booking until you do.`}</span>
              </p>
              <p>Nothing after a few minutes? Check your spam folder. Wrong address? Book again.</p>
              {bookingPayment !== null && (
                <p>
                  <TextWithAmounts
                    text={`Then you can pay the ${bookingPaymentName(bookingPayment)} to hold the appointment.`}
                  />
                </p>
              )}
            </>
          ) : (
            <>
              <IconCircleCheck size={32} aria-hidden />
              <p className={styles.lead}>{`${companyName} has your booking. They’ll get back to you.`}</p>
              {result.followPath !== null && (
                <>
                  <p>Check progress here anytime. Save this link; it’s private.</p>
                  {bookingPayment !== null && (
                    <p>
                      <TextWithAmounts
                        text={`Pay the ${bookingPaymentName(bookingPayment)} there to hold the appointment.`}
                      />
                    </p>
                  )}
                  <LinkButton next to={result.followPath}>
                    {bookingPayment === null ? 'Follow My RV' : PAY_TO_HOLD}
                  </LinkButton>
                </>
              )}
              {result.ticketId !== null && (
                <p>
                  Your ticket number is <strong>{result.ticketId}</strong>.
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
