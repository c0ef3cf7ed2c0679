import { Button } from '@mantine/core'
import { IconCalendarCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#domain/lib/company-time.ts'
import { promisedDaySentence } from '#domain/promised-days/promised-day.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { DaysPanel } from '#web/features/ticket-days/days-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { PromisedDayForm } from './promised-day-form.tsx'
import styles from './technician-panel.module.css'

/** For when the ticket is promised, and what its days went to; nothing in a company that promises no days. */
export function PromisedDayPanel({ ticket }: { ticket: TicketView }) {
  const { ticketId } = ticket
  const may = usePermission()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { data } = useQuery({
    ...api.promisedDays.get.queryOptions({ input: { ticketId } }),
    enabled: may('day.promise'),
  })
  const promise = data?.promises.at(-1) ?? null
  const mayPromise = data?.isOn === true && isInWork(ticket)
  const days = data?.isOn === true && <DaysPanel ticketId={ticketId} />
  if (promise === null && !mayPromise) return days
  return (
    <>
      <Panel title="Promised Day">
        {promise !== null && (
          <>
            <p className={styles.name}>{promisedDaySentence(promise)}</p>
            {promise.reason !== '' && <p className={styles.hint}>{promise.reason}</p>}
            {promise.firstDay !== promise.day && (
              <p className={styles.hint}>{`First promised for ${formatDay(promise.firstDay)}`}</p>
            )}
          </>
        )}
        {mayPromise && !isOpen && (
          <Button
            ref={opener}
            size="compact-md"
            mt={promise === null ? 0 : 'sm'}
            leftSection={<IconCalendarCheck size={16} aria-hidden />}
            onClick={ignoreDoubleClick(() => setOpen(true))}
          >
            {promise === null ? 'Promise a Day' : 'Move Promised Day'}
          </Button>
        )}
        {mayPromise && isOpen && (
          <PromisedDayForm
            // A colleague may have moved it.
            key={promise?.day}
            ticket={ticket}
            before={promise?.day ?? null}
            onClose={() => setOpen(false)}
          />
        )}
      </Panel>
      {days}
    </>
  )
}
