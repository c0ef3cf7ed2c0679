import { Button, VisuallyHidden } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { formatShortAppointment } from '#domain/bookings/appointment.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { telOf } from '#domain/lib/phone.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextLink } from '#web/ui/links.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import styles from './canceled-appointments.module.css'

type CanceledAppointmentsProps = {
  timeZone: string
  /** Whether the page's own content is loaded. */
  isPageLoaded: boolean
}

/** Appointments that customers canceled, until the desk dismisses them. */
export function CanceledAppointments({ timeZone, isPageLoaded }: CanceledAppointmentsProps) {
  const may = usePermission()
  const queries = useQueryClient()
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const now = useNow()
  const { data } = useQuery({
    ...api.bookings.listCancellations.queryOptions(),
    enabled: may('ticket.accept') && isPageLoaded,
  })
  const dismiss = useMutationOnce(client.bookings.dismissCancellation, {
    onDone: () => {
      // The tapped button is gone with its line; focus stays here.
      panel.current?.focus()
      return queries.invalidateQueries({ queryKey: api.bookings.listCancellations.key() })
    },
  })
  if (data === undefined || data.cancellations.length === 0) return null
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} data-tone="brick" aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        <IconCalendarX size={18} aria-hidden />
        Canceled by customer
      </h2>
      <ul className={styles.list}>
        {data.cancellations.map(({ ticketId, phone, wantedAt, canceledAt, held, ...customer }) => {
          const label = customerLabel(customer)
          return (
            <li key={ticketId} className={styles.item}>
              <span className={styles.words}>
                <TextLink inherit to={ticketPath('closed', ticketId) ?? '/dashboard'}>
                  {label}
                </TextLink>
                <span>
                  Appointment{' '}
                  <time dateTime={wantedAt.toISOString()}>{formatShortAppointment(wantedAt, timeZone)}</time>
                </span>
                {phone !== '' && <a href={telOf(phone)}>{phone}</a>}
                {held > 0 && (
                  <strong>
                    <MoneyText amount={formatMoney(held)} /> still held
                  </strong>
                )}
                <span className={styles.when}>Canceled {formatWhen(canceledAt, timeZone, now)}</span>
              </span>
              <Button
                size="compact-sm"
                disabled={dismiss.isRunning}
                onClick={ignoreDoubleClick(() => dismiss.run({ ticketId }))}
              >
                Dismiss<VisuallyHidden> cancellation of {label}</VisuallyHidden>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
