import { IconAlertTriangle, IconCircleCheck, IconId } from '@tabler/icons-react'
import { rigName } from '#domain/rigs/rig.ts'
import type { DecodedVin } from '#web/features/rigs/use-decoded-vin.ts'
import { suggestFromVin } from '#web/features/rigs/vin-suggestion.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { applyCustomer, customerNameOf, isCustomerDifferent } from './known-rig.ts'
import type { KnownRig, TicketForm } from './ticket-form.ts'

type Match = Pick<KnownRig, 'vin' | 'make' | 'model' | 'year'>

type VinHintsProps = {
  form: TicketForm
  warning: string | null
  /** This VIN is on file, and was not picked. */
  match: Match | null
  decoded: DecodedVin | null
  isFailed: boolean
  onPick: (vin: string) => void
}

/** Shown below the VIN: a warning, and what is known. */
export function VinHints({ form, warning, match, decoded, isFailed, onPick }: VinHintsProps) {
  const { known } = form.values
  // The tapped button is gone; focus moves on from here.
  const focusNext = () => form.getInputNode<HTMLElement, string>('customerRV.axleAmount')?.focus()
  return (
    <>
      {warning !== null && (
        <FieldNote icon={IconAlertTriangle} tone="amber">
          {warning}
        </FieldNote>
      )}
      {known !== null ? (
        <KnownRigHint form={form} rig={known.rig} onDone={focusNext} />
      ) : match !== null ? (
        <FieldNote
          icon={IconCircleCheck}
          actions={[
            {
              label: 'Use this RV',
              onClick: () => {
                onPick(match.vin)
                focusNext()
              },
            },
          ]}
        >
          On file: {rigName(match)}
        </FieldNote>
      ) : decoded !== null ? (
        <VinSuggestionHint form={form} decoded={decoded} onDone={focusNext} />
      ) : isFailed ? (
        <FieldNote icon={IconAlertTriangle}>
          RVs on file can’t be looked up right now. You can still create the ticket.
        </FieldNote>
      ) : (
        warning === null && <FieldNote>Start typing to see RVs on file.</FieldNote>
      )}
    </>
  )
}

function KnownRigHint({ form, rig, onDone }: { form: TicketForm; rig: KnownRig; onDone: () => void }) {
  const customer = customerNameOf(rig)
  const isDifferent = isCustomerDifferent(form.values)

  function take() {
    const { customerDetails, coordinates } = form.getValues()
    form.setValues(applyCustomer(form.getValues()))
    notify.undoable(`${customer}'s info added.`, () => form.setValues({ customerDetails, coordinates }))
    onDone()
  }

  return (
    <FieldNote
      icon={IconCircleCheck}
      tone="pine"
      actions={isDifferent ? [{ label: `Use ${customer}'s info`, onClick: take }] : []}
    >
      <strong>RV on file.</strong> {describeKnownRig(customer, isDifferent)}
    </FieldNote>
  )
}

function describeKnownRig(customer: string | null, isDifferent: boolean): string {
  if (customer === null) return 'Make, model and year filled in.'
  return isDifferent ? `Customer: ${customer}.` : `${customer}'s info is filled in above.`
}

function VinSuggestionHint({
  form,
  decoded,
  onDone,
}: {
  form: TicketForm
  decoded: DecodedVin
  onDone: () => void
}) {
  const { text, choices } = suggestFromVin(decoded, form.values.customerRV)
  const actions = choices.map(({ label, fills }) => ({
    label,
    onClick: () => {
      form.setFieldValue('customerRV', { ...form.getValues().customerRV, ...fills })
      for (const field of Object.keys(fills)) form.clearFieldError(`customerRV.${field}`)
      onDone()
    },
  }))
  return (
    <FieldNote icon={IconId} actions={actions}>
      {text}
    </FieldNote>
  )
}
