import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { dayOf } from '#domain/lib/company-time.ts'
import { markedUp } from '#domain/lib/percentage.ts'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import { markupOf } from '#domain/tickets/sublet.ts'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { partAdded, partChanged } from '#web/features/tickets/optimistic/optimistic-parts.ts'
import { JobSelect } from '#web/features/tickets/parts/job-select.tsx'
import styles from '#web/features/tickets/parts/parts.module.css'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { PartView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { onEscape } from '#web/ui/on-escape.ts'

type SubletFormValues = {
  description: string
  jobNumber: number | null
  /** Dollars, as `sublet.cost`. */
  perPartAmount: number | string
  sublet: { supplier: string; reference: string; cost: number | string; expectedOn: string }
}

const centsOrNull = (dollars: number | string) => (dollars === '' ? null : typedCents(dollars))

const toChanges = ({ description, jobNumber, perPartAmount, sublet }: SubletFormValues) => ({
  description,
  jobNumber,
  perPartAmount: centsOrNull(perPartAmount),
  sublet: { ...sublet, cost: centsOrNull(sublet.cost), expectedOn: sublet.expectedOn || null },
})

/** The same without what is not known yet, as a new part has it. */
const toNewPart = (values: SubletFormValues) => {
  const { jobNumber, perPartAmount, ...part } = toChanges(values)
  return {
    ...part,
    quantity: 1,
    ...(jobNumber !== null && { jobNumber }),
    ...(perPartAmount !== null && { perPartAmount }),
  }
}

type SubletFormProps = {
  /** Null for a new one. */
  part: (PartView & { readonly sublet: NonNullable<PartView['sublet']> }) | null
  draft: string
  onClose: () => void
}

/** Work of another business, its cost, and what the customer pays for it. */
export function SubletForm({ part, draft: draftKey, onClose }: SubletFormProps) {
  const { ticketId, jobNames, timeZone } = useTicketContext()
  const form = useForm<SubletFormValues>({
    initialValues: {
      description: part?.description ?? '',
      jobNumber: part?.jobNumber ?? null,
      perPartAmount: typedDollars(part?.perPartAmount ?? null),
      sublet: {
        supplier: part?.sublet.supplier ?? '',
        reference: part?.sublet.reference ?? '',
        cost: typedDollars(part?.sublet.cost ?? null),
        expectedOn: part?.sublet.expectedOn ?? '',
      },
    },
    validate: async values => (await loadTicketValidation()).validateSublet(toNewPart(values)),
  })
  const draft = useDraft(form, draftKey)
  const answers = {
    onDone: () => {
      draft.clear()
      onClose()
    },
    onError: setFormErrors(form, draft),
  }
  const add = useTicketCommand(ticketId, client.tickets.addPart, { optimistic: partAdded, ...answers })
  const change = useTicketCommand(ticketId, client.tickets.changePart, {
    optimistic: partChanged,
    ...answers,
  })
  const save = submitWith(form, values => {
    if (part === null) add.run({ ticketId, ...toNewPart(values) })
    else change.run({ ticketId, partId: part.partId, ...toChanges(values) })
  })
  useFocusOnStart(form, 'description')
  const cancel = () => {
    draft.clear()
    onClose()
  }
  return (
    <form
      className={styles.subletForm}
      onSubmit={save}
      onKeyDown={onEscape(cancel)}
      noValidate
      aria-label={part === null ? 'Add Sublet' : 'Edit Sublet'}
    >
      <DraftNote draft={draft} />
      <div className={styles.formFields}>
        <TextInput
          className={styles.grow}
          label="Work"
          placeholder="Windshield"
          {...form.getInputProps('description')}
        />
        {jobNames.length > 0 && (
          <JobSelect
            className={styles.line ?? ''}
            label="Job Line"
            jobs={jobNames}
            {...form.getInputProps('jobNumber')}
            value={form.values.jobNumber}
          />
        )}
        <TextInput
          className={styles.grow}
          label="Supplier"
          required
          withAsterisk={false}
          autoComplete="off"
          {...form.getInputProps('sublet.supplier')}
        />
        <TextInput
          className={styles.line ?? ''}
          label="Their Number"
          placeholder="Optional"
          {...form.getInputProps('sublet.reference')}
        />
        <TextInput
          className={styles.line ?? ''}
          type="date"
          label="Expected"
          min={dayOf(new Date(), timeZone)}
          {...form.getInputProps('sublet.expectedOn')}
        />
        <NumberField
          className={styles.amount}
          label="Cost"
          leftSection="$"
          step={0.01}
          {...form.getInputProps('sublet.cost')}
        />
        <Markup
          price={form.values.perPartAmount}
          cost={form.values.sublet.cost}
          onPrice={price => form.setFieldValue('perPartAmount', price)}
        />
        <NumberField
          className={styles.amount}
          label="Price"
          leftSection="$"
          step={0.01}
          {...form.getInputProps('perPartAmount')}
        />
      </div>
      <div className={styles.subletButtons}>
        <SaveCancelButtons isRunning={add.isRunning || change.isRunning} onCancel={cancel} />
      </div>
    </form>
  )
}

type MarkupProps = {
  /** Dollars. */
  price: number | string
  cost: number | string
  onPrice: (price: number | string) => void
}

/** What the price is above the cost, in percent; typed, it sets the price. */
function Markup({ price, cost, onPrice }: MarkupProps) {
  // As it was typed: the price that it gives is rounded to a cent.
  const [typed, setTyped] = useState<{ percent: number | string; price: number | string } | null>(null)
  const markup =
    typeof price === 'number' && typeof cost === 'number'
      ? markupOf(typedCents(price), typedCents(cost))
      : null
  return (
    <NumberField
      className={styles.amount}
      label="Markup"
      rightSection="%"
      step={1}
      disabled={typeof cost !== 'number'}
      value={typed?.price === price ? typed.percent : (markup ?? '')}
      onChange={percent => {
        const isSet = typeof percent === 'number' && typeof cost === 'number'
        const given = isSet ? typedDollars(markedUp(typedCents(cost), percent)) : price
        setTyped({ percent, price: given })
        onPrice(given)
      }}
    />
  )
}
