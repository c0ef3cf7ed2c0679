import { Button } from '@mantine/core'
import { IconMapPin, IconPhone, IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { stopFacts } from '#domain/bookings/stop-text.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { formatTime } from '#domain/lib/company-time.ts'
import { telOf } from '#domain/lib/phone.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { describeLoad } from '#domain/tickets/fitted-part.ts'
import type { Stops } from '#web/api/live/apply-change.ts'
import { mapUrlOf } from '#web/features/contact/map-url.ts'
import { CHECK_IN } from '#web/features/tickets/ticket-path.ts'
import { LinkButton } from '#web/ui/links.tsx'
import lists from './my-tickets.module.css'
import { Arrival, SetOut, type Stop, type StopProps } from './set-out.tsx'
import { CardMark } from './ticket-card.tsx'
import styles from './todays-stops.module.css'

/** Where the user drives today, in order. */
export function TodaysStops({ stops, timeZone }: Pick<Stops, 'stops' | 'timeZone'>) {
  const titleId = useId()
  return (
    <section className={lists.section} aria-labelledby={titleId} data-tone="pine">
      <h2 className={lists.title} id={titleId}>
        <IconRoute size={22} stroke={2} aria-hidden />
        Today’s Stops
        <span className={lists.count}>{stops.length}</span>
      </h2>
      <ol className={lists.cards}>
        {stops.map((stop, index) => (
          <StopCard key={stop.ticketId} stop={stop} isFirst={index === 0} timeZone={timeZone} />
        ))}
      </ol>
    </section>
  )
}

function StopCard({ stop, isFirst, timeZone }: StopProps & { isFirst: boolean }) {
  const { ticketId, at, site, state, loads } = stop
  return (
    <li className={styles.stop}>
      <p className={styles.head}>
        <time className={styles.time} dateTime={at.toISOString()}>
          {formatTime(at, timeZone)}
        </time>
        <Link className={styles.name} to="/bay/$ticketId" params={{ ticketId: String(ticketId) }}>
          {customerLabel(stop)}
        </Link>
      </p>
      <p>{rigName(stop)}</p>
      <p>{site}</p>
      <p className={styles.facts}>{stopFacts(stop, isFirst)}</p>
      {loads.map(load => (
        <p key={load.componentId} className={styles.facts}>
          {describeLoad(load)}
        </p>
      ))}
      <p className={styles.facts}>
        <Arrival stop={stop} timeZone={timeZone} />
        <CardMark ticketId={ticketId} />
      </p>
      <div className={styles.tools}>
        {state === 'pending' && <SetOut stop={stop} />}
        {state === 'pending' && (
          <LinkButton size="md" to={`/bay/${ticketId}`} hash={CHECK_IN}>
            Arrived
          </LinkButton>
        )}
        <RoadLinks stop={stop} />
      </div>
    </li>
  )
}

function RoadLinks({ stop: { phone, address, ...customer } }: { stop: Stop }) {
  const name = customerLabel(customer)
  return (
    <>
      {address !== '' && (
        <Button
          component="a"
          size="md"
          variant="default"
          href={mapUrlOf(address)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconMapPin size={20} aria-hidden />}
          aria-label={`Open ${address} in Maps`}
        >
          Open in Maps
        </Button>
      )}
      {phone !== '' && (
        <Button
          component="a"
          size="md"
          variant="default"
          href={telOf(phone)}
          leftSection={<IconPhone size={20} aria-hidden />}
          aria-label={`Call ${name}`}
        >
          Call
        </Button>
      )}
    </>
  )
}
