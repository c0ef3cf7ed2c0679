import { Button, Modal, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLongDay } from '#domain/bookings/appointment.ts'
import { arrivalText, stopFacts } from '#domain/bookings/stop-text.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { formatTime } from '#domain/lib/company-time.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { describeLoad } from '#domain/tickets/fitted-part.ts'
import { api } from '#web/api/client.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './day.module.css'
import type { Technician } from './week.ts'

type StopsProps = { technician: Technician; day: string }

/** Opens where a technician drives on a day. */
export function StopsButton({ technician, day }: StopsProps) {
  const [isOpen, setOpen] = useState(false)
  const name = fullName(technician)
  return (
    <>
      <Button size="compact-sm" mt={4} onClick={() => setOpen(true)}>
        Stops<VisuallyHidden> of {name}</VisuallyHidden>
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`Stops of ${name}`}>
        <p className={styles.muted}>{formatLongDay(day)}</p>
        <Stops technician={technician} day={day} />
      </Modal>
    </>
  )
}

function Stops({ technician, day }: StopsProps) {
  const { data, error, refetch } = useQuery(
    api.schedule.stops.queryOptions({ input: { employeeId: technician.id, day } }),
  )
  if (data === undefined)
    return error === null ? (
      <PanelSkeleton lines={4} />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  const { stops, timeZone } = data
  if (stops.length === 0) return <p className={styles.muted}>No visits.</p>
  return (
    <ol className={styles.stops}>
      {stops.map((stop, index) => (
        <li key={stop.ticketId}>
          <p>
            <strong>{formatTime(stop.at, timeZone)}</strong>{' '}
            <TextLink to={`/service-ticket/${stop.ticketId}`}>{customerLabel(stop)}</TextLink>
          </p>
          <p>{rigName(stop)}</p>
          <p>{stop.site}</p>
          <p className={styles.muted}>{stopFacts(stop, index === 0)}</p>
          {stop.loads.map(load => (
            <p key={load.componentId} className={styles.muted}>
              {describeLoad(load)}
            </p>
          ))}
          <p>{arrivalText(stop, timeZone)}</p>
        </li>
      ))}
    </ol>
  )
}
