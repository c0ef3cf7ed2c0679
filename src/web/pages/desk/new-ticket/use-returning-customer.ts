import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { applySuggestedCustomer, applySuggestedRig } from '#web/features/tickets/form/known-rig.ts'
import {
  isSameName,
  type SuggestedCustomer,
  type SuggestedRig,
  type TicketForm,
} from '#web/features/tickets/form/ticket-form.ts'
import { usePickedRig } from '#web/features/tickets/form/use-picked-rig.ts'

const isRigTyped = ({ values }: TicketForm): boolean =>
  RIG_FIELDS.some(field => values.customerRV[field].trim() !== '')

/** Fills the form with a customer of the company, and with their rig; of several rigs one is to be picked. */
export function useReturningCustomer(form: TicketForm) {
  const { pick: pickKnownRig } = usePickedRig(form, false)

  async function pickRig(rig: SuggestedRig): Promise<void> {
    if (rig.ticketId !== null && rig.vin !== '') return pickKnownRig({ vin: rig.vin, ticketId: rig.ticketId })
    form.setValues(applySuggestedRig(form.getValues(), rig))
    for (const field of RIG_FIELDS) form.clearFieldError(`customerRV.${field}`)
  }

  function pick(picked: SuggestedCustomer): void {
    form.setValues(applySuggestedCustomer(form.getValues(), picked))
    for (const field of CUSTOMER_FIELDS) form.clearFieldError(`customerDetails.${field}`)
    const [only, ...others] = picked.rigs
    const takesRig = only !== undefined && others.length === 0 && form.getValues().known === null
    if (takesRig && (only.ticketId === null || !isRigTyped(form))) void pickRig(only)
    // The tapped option is gone; focus moves on from here.
    form
      .getInputNode<HTMLElement, string>(picked.rigs.length > 0 ? 'customerRV.vin' : 'customerDetails.phone')
      ?.focus()
  }

  /** To be offered: of the customer in the form, until one is typed or picked. */
  const { picked, known, customerDetails } = form.values
  const isOffered = isSameName(picked, customerDetails) && known === null && !isRigTyped(form)
  return { pick, pickRig, rigs: isOffered ? (picked?.rigs ?? []) : [], name: customerDetails.firstName }
}
