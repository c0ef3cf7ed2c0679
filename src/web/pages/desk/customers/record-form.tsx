import { Input, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { customerChanges } from '#contract/customers/customers.ts'
import { MAX_NOTE_LENGTH, PREFERRED_CONTACTS, type PreferredContact } from '#domain/customers/customer.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { errorsIn, setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { CustomerFields } from '#web/features/tickets/form/customer-fields.tsx'
import { customerChangesOf } from '#web/features/tickets/form/detail-changes.ts'
import {
  customerValues,
  EMPTY_TICKET,
  type TicketForm,
  type TicketFormValues,
} from '#web/features/tickets/form/ticket-form.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import type { CompanyCustomer } from './company-customer.ts'
import { type Answers, ConsentFields } from './consent-fields.tsx'
import { CONTACT_LABELS } from './contact-labels.ts'
import styles from './customers.module.css'
import { OtherContacts } from './other-contacts.tsx'

const SECTION = 'customerDetails'
const validateChanges = validateWithContract<object>(customerChanges)

const filledIn = (list: readonly string[]): string[] => list.filter(each => each.trim() !== '')

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.join('\n') === other.join('\n')

const NOT_ASKED: Answers = { agreesToEmail: null, agreesToText: null }

const changedAnswers = ({ agreesToEmail, agreesToText }: Answers, before: Answers) => ({
  ...(agreesToEmail !== before.agreesToEmail && { agreesToEmail }),
  ...(agreesToText !== before.agreesToText && { agreesToText }),
})

/** Only changed fields are validated and sent, so two people who change different ones both keep theirs. */
export function RecordForm({ customer, onClose }: { customer: CompanyCustomer; onClose: () => void }) {
  const queries = useQueryClient()
  const [note, setNote] = useState(customer.note)
  const [reachBy, setReachBy] = useState<PreferredContact | ''>(customer.preferredContact ?? '')
  const [answers, setAnswers] = useState<Answers>(customer.consent ?? NOT_ASKED)
  const [companyName, setCompanyName] = useState(customer.companyName)
  const [otherPhones, setOtherPhones] = useState(customer.otherPhones)
  const [otherEmails, setOtherEmails] = useState(customer.otherEmails)
  const others = { otherPhones: filledIn(otherPhones), otherEmails: filledIn(otherEmails) }
  const changedContact = (now: TicketFormValues) => ({
    ...customerChangesOf(form.getInitialValues(), now),
    ...(companyName.trim() !== customer.companyName && { companyName }),
    ...(!isSameList(others.otherPhones, customer.otherPhones) && { otherPhones: others.otherPhones }),
    ...(!isSameList(others.otherEmails, customer.otherEmails) && { otherEmails: others.otherEmails }),
  })
  const form: TicketForm = useForm<TicketFormValues>({
    initialValues: { ...EMPTY_TICKET, ...customerValues(customer) },
    validate: typed => errorsIn(SECTION, validateChanges(changedContact(typed))),
  })
  const { run, isRunning } = useMutationOnce(client.customers.change, {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: api.customers.key() })
      notify.success('Details saved.')
      onClose()
    },
    onError: error => setFormErrors(form)({ ...error, fields: errorsIn(SECTION, error.fields) }),
  })
  const save = submitWith(form, typed => {
    const changes = {
      ...changedContact(typed),
      ...(note.trim() !== customer.note && { note }),
      ...(reachBy !== (customer.preferredContact ?? '') && { preferredContact: reachBy || null }),
      ...changedAnswers(answers, customer.consent ?? NOT_ASKED),
    }
    if (Object.keys(changes).length === 0) onClose()
    else run({ customerId: customer.customerId, ...changes })
  })
  useFocusOnStart(form, 'customerDetails.firstName')
  return (
    <form
      onSubmit={event => {
        // Errors are numbered without those that were left empty.
        setOtherPhones(others.otherPhones)
        setOtherEmails(others.otherEmails)
        save(event)
      }}
      noValidate
      aria-label="Edit Customer Info"
    >
      <Stack gap="sm">
        <CustomerFields form={form} />
        <TextInput
          label="Company Name"
          description="Optional."
          autoComplete="off"
          value={companyName}
          data-path={`${SECTION}.companyName`}
          error={form.errors[`${SECTION}.companyName`]}
          onChange={event => setCompanyName(event.currentTarget.value)}
        />
        <OtherContacts
          {...{ label: 'Phone', type: 'tel', path: `${SECTION}.otherPhones`, errors: form.errors }}
          values={otherPhones}
          onChange={setOtherPhones}
        />
        <OtherContacts
          {...{ label: 'Email', type: 'email', path: `${SECTION}.otherEmails`, errors: form.errors }}
          values={otherEmails}
          onChange={setOtherEmails}
        />
        <Input.Wrapper label="Reach by" labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label="Reach by"
            data={[
              { value: '', label: 'Any' },
              ...PREFERRED_CONTACTS.map(value => ({ value, label: CONTACT_LABELS[value] })),
            ]}
            value={reachBy}
            onChange={value => setReachBy(value as typeof reachBy)}
          />
        </Input.Wrapper>
        <ConsentFields answers={answers} onChange={setAnswers} />
        <TextArea
          label="Note"
          description="Customers don’t see it."
          minRows={2}
          maxRows={8}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={event => setNote(event.currentTarget.value)}
        />
      </Stack>
      <div className={styles.buttons}>
        <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}
