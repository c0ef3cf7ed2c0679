import { Button } from '@mantine/core'
import { IconMapPin, IconPhone } from '@tabler/icons-react'
import { telOf } from '#domain/lib/phone.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { mapUrlOf } from '#web/features/contact/map-url.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './customer-info.module.css'

/** The customer: links to call and to navigate. */
export function CustomerInfo({ customer }: { customer: TicketView['customerDetails'] }) {
  const { phone, address } = customer
  return (
    <Panel title="Customer Info">
      <p className={styles.name}>{fullName(customer)}</p>
      <div className={styles.contactLinks}>
        {phone !== '' && (
          <Button
            component="a"
            className={styles.contactLink}
            size="md"
            href={telOf(phone)}
            leftSection={<IconPhone size={20} aria-hidden />}
            aria-label={`Call ${phone}`}
          >
            {phone}
          </Button>
        )}
        {address !== null && address !== '' && (
          <Button
            component="a"
            className={styles.contactLink}
            size="md"
            href={mapUrlOf(address)}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconMapPin size={20} aria-hidden />}
            aria-label={`Map of ${address}`}
          >
            {address}
          </Button>
        )}
      </div>
    </Panel>
  )
}
