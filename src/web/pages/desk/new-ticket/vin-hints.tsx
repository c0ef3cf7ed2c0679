import { IconAlertTriangle, IconCircleCheck, IconId } from '@tabler/icons-react'
import { rigName } from '#domain/rigs/rig.ts'
import { VinLine } from '#web/features/rigs/vin-label.tsx'
import type { DecodedVin } from '#web/features/rigs/vin-lookup.ts'
import { offerOf } from '#web/features/rigs/vin-suggestion.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { customerOf, isCustomerDifferent, takeCustomer } from './known-rig.ts'
import type { KnownRig, TicketForm } from './ticket-form.ts'

type Match = Pick<KnownRig, 'vin' | 'make' | 'model' | 'year'>

type VinNotesProps = {
  form: TicketForm
  warning: string | null
  /** The pool has exactly this VIN, and it was not picked. */
  match: Match | null
  decoded: DecodedVin | null
  isFailed: boolean
  onPick: (vin: string) => void
}

/** What stands below the VIN: what is doubtful about it, and what is known of it. */
export function VinNotes({ form, warning, match, decoded, isFailed, onPick }: VinNotesProps) {
  const { known } = form.values
  // A button that did its work is gone; whoever pressed it goes on from here.
  const goOn = () => form.getInputNode<HTMLElement, string>('customerRV.axleAmount')?.focus()
  return (
    <>
      {warning !== null && (
        <VinLine icon={IconAlertTriangle} tone="amber">
          {warning}
        </VinLine>
      )}
      {known !== null ? (
        <KnownLine form={form} rig={known.rig} onDone={goOn} />
      ) : match !== null ? (
        <VinLine
          icon={IconCircleCheck}
          actions={[
            {
              label: 'Use this RV',
              onClick: () => {
                onPick(match.vin)
                goOn()
              },
            },
          ]}
        >
          On record: {rigName(match)}
        </VinLine>
      ) : decoded !== null ? (
        <OfferLine form={form} decoded={decoded} onDone={goOn} />
      ) : isFailed ? (
        <VinLine icon={IconAlertTriangle}>
          Known RVs cannot be looked up now. The ticket works all the same.
        </VinLine>
      ) : (
        warning === null && <VinLine>Known RVs are suggested as you type.</VinLine>
      )}
    </>
  )
}

function KnownLine({ form, rig, onDone }: { form: TicketForm; rig: KnownRig; onDone: () => void }) {
  const customer = customerOf(rig)
  const isDifferent = isCustomerDifferent(form.values)

  function take() {
    const { customerDetails, coordinates } = form.getValues()
    form.setValues(takeCustomer(form.getValues()))
    notify.undoable(`${customer}'s details are in.`, () => form.setValues({ customerDetails, coordinates }))
    onDone()
  }

  return (
    <VinLine
      icon={IconCircleCheck}
      tone="pine"
      actions={isDifferent ? [{ label: `Use ${customer}'s details`, onClick: take }] : []}
    >
      <strong>Known RV.</strong> {wordsOf(customer, isDifferent)}
    </VinLine>
  )
}

function wordsOf(customer: string | null, isDifferent: boolean): string {
  if (customer === null) return 'Make, model and year are from its record.'
  return isDifferent ? `Its record names ${customer}.` : `${customer}'s details are filled in above.`
}

function OfferLine({ form, decoded, onDone }: { form: TicketForm; decoded: DecodedVin; onDone: () => void }) {
  const { words, choices } = offerOf(decoded, form.values.customerRV)
  const actions = choices.map(({ label, fills }) => ({
    label,
    onClick: () => {
      form.setFieldValue('customerRV', { ...form.getValues().customerRV, ...fills })
      for (const field of Object.keys(fills)) form.clearFieldError(`customerRV.${field}`)
      onDone()
    },
  }))
  return (
    <VinLine icon={IconId} actions={actions}>
      {words}
    </VinLine>
  )
}
