import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { telOf } from '#domain/lib/phone.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { mailtoOf } from '#web/ui/feedback/mail-links.tsx'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './ticket-image.module.css'
import { TicketImage } from './ticket-image.tsx'
import type { TicketView } from './ticket-view.ts'

type CustomerPanelProps = {
  customer: TicketView['customerDetails']
  /** Of the company's record of them, which has all of their tickets; null without one. */
  customerId: TicketView['customerId']
  /** To the right of the title. */
  actions?: ReactNode
}

/** The customer, with links to call and email. */
export function CustomerPanel({ customer, customerId, actions }: CustomerPanelProps) {
  const { email, phone, address, profileImageUrl } = customer
  return (
    <Panel title="Customer Info" actions={actions}>
      {profileImageUrl !== null && <img className={styles.customerImage} src={profileImageUrl} alt="" />}
      <KeyValues
        rows={[
          {
            label: 'Name',
            value:
              customerId === null ? (
                fullName(customer)
              ) : (
                <TextLink to={`/customers/${customerId}`}>{fullName(customer)}</TextLink>
              ),
          },
          { label: 'Email', value: email && <Anchor href={mailtoOf(email)}>{email}</Anchor> },
          {
            label: 'Phone',
            value: phone && <Anchor href={telOf(phone)}>{phone}</Anchor>,
          },
          { label: 'Address', value: address },
        ]}
      />
      <TicketImage image="customer-image" label="Customer photo" isSet={profileImageUrl !== null} />
    </Panel>
  )
}
