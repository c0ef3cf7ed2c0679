import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { formatDayWithYear } from '#domain/lib/company-time.ts'
import { telOf } from '#domain/lib/phone.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { api } from '#web/api/client.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { mailtoOf } from '#web/ui/feedback/mail-links.tsx'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import type { CompanyCustomer } from './company-customer.ts'
import { ConsentValue } from './consent-value.tsx'
import { CONTACT_LABELS } from './contact-labels.ts'
import styles from './customers.module.css'

const RecordForm = lazyPanel(() => import('./record-form.tsx').then(({ RecordForm }) => RecordForm))

/** Links one below the other; null without any contact. */
function contactLinks(contacts: readonly string[], hrefOf: (contact: string) => string) {
  const known = contacts.filter(contact => contact !== '')
  if (known.length === 0) return null
  return (
    <span className={styles.words}>
      {known.map(contact => (
        <Anchor key={contact} href={hrefOf(contact)}>
          {contact}
        </Anchor>
      ))}
    </span>
  )
}

/** The desk's notes, also about those who were merged into the customer, with their names; null without any. */
function notesOf({ note, merged }: CompanyCustomer) {
  const ofMerged = merged.filter(each => each.note !== '')
  if (note === '' && ofMerged.length === 0) return null
  return (
    <span className={styles.words}>
      {note !== '' && <span className={styles.note}>{note}</span>}
      {ofMerged.map(each => (
        <span key={each.customerId} className={styles.words}>
          <span className={styles.muted}>{fullName(each)}, merged</span>
          <span className={styles.note}>{each.note}</span>
        </span>
      ))}
    </span>
  )
}

type Exemption = Awaited<ReturnType<typeof api.billing.getOfCustomer.call>>['exemption']

/** A certificate, and the newest ticket that may have an invoice. */
function ExemptionValue({
  exemption,
  tickets,
}: {
  exemption: NonNullable<Exemption>
  tickets: CompanyCustomer['tickets']
}) {
  const { certificateNumber, expiresOn, isExpired } = exemption
  const finalized = tickets.find(({ state }) => state === 'completed' || state === 'recorded')
  return (
    <span className={styles.words}>
      <span>
        {`Certificate ${certificateNumber}, ${isExpired ? 'expired on' : 'until'} ${formatDayWithYear(expiresOn)}`}
      </span>
      <span className={styles.muted}>It is changed when an invoice is issued.</span>
      {finalized !== undefined && (
        <TextLink to={`/completed-service-ticket/${finalized.ticketId}`}>
          {`Ticket ${finalized.ticketId}`}
        </TextLink>
      )}
    </span>
  )
}

type CustomerRecordProps = { customer: CompanyCustomer; exemption?: Exemption | undefined }

/** The company's record of a customer, with links to call and email. */
export function CustomerRecord({ customer, exemption = null }: CustomerRecordProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { companyName, email, otherEmails, phone, otherPhones, address, preferredContact, consent } = customer
  return (
    <Panel
      title="Customer Info"
      actions={
        !isOpen && (
          <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
            Edit<VisuallyHidden> customer info</VisuallyHidden>
          </Button>
        )
      }
    >
      {isOpen ? (
        <RecordForm customer={customer} onClose={() => setOpen(false)} />
      ) : (
        <KeyValues
          rows={[
            ...(companyName === '' ? [] : [{ label: 'Company', value: companyName }]),
            { label: 'Email', value: contactLinks([email, ...otherEmails], mailtoOf) },
            { label: 'Phone', value: contactLinks([phone, ...otherPhones], telOf) },
            { label: 'Address', value: address },
            { label: 'Reach by', value: preferredContact && CONTACT_LABELS[preferredContact] },
            ...(consent === null ? [] : [{ label: 'Updates', value: <ConsentValue consent={consent} /> }]),
            ...(exemption === null
              ? []
              : [
                  {
                    label: 'Tax exempt',
                    value: <ExemptionValue exemption={exemption} tickets={customer.tickets} />,
                  },
                ]),
            { label: 'Note', value: notesOf(customer) },
          ]}
        />
      )}
    </Panel>
  )
}
