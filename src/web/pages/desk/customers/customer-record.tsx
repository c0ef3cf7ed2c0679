import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { telOf } from '#domain/lib/phone.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { mailtoOf } from '#web/ui/feedback/mail-links.tsx'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import type { CompanyCustomer } from './company-customer.ts'
import { CONTACT_LABELS } from './contact-labels.ts'
import styles from './customers.module.css'

const RecordForm = lazyPanel(() => import('./record-form.tsx').then(({ RecordForm }) => RecordForm))

/** The company's record of a customer, with links to call and email. */
export function CustomerRecord({ customer }: { customer: CompanyCustomer }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { email, phone, address, note, preferredContact } = customer
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
            { label: 'Email', value: email && <Anchor href={mailtoOf(email)}>{email}</Anchor> },
            { label: 'Phone', value: phone && <Anchor href={telOf(phone)}>{phone}</Anchor> },
            { label: 'Address', value: address },
            { label: 'Reach by', value: preferredContact && CONTACT_LABELS[preferredContact] },
            { label: 'Note', value: note && <span className={styles.note}>{note}</span> },
          ]}
        />
      )}
    </Panel>
  )
}
