import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { api, toAppError } from '#web/api/client.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { applyKnownRig, changeVin } from './known-rig.ts'
import type { TicketForm } from './ticket-form.ts'

const PREFILLED_FIELDS = [
  ...CUSTOMER_FIELDS.map(field => `customerDetails.${field}`),
  ...RIG_FIELDS.map(field => `customerRV.${field}`),
]

/** A rig on file; `ticketId` names whose it is where the text is no VIN. */
export type RigChoice = { readonly vin: string; readonly ticketId?: number | undefined }

/** `pick(rig)` loads the rig and fills in its record, with or without its customer. */
export function usePickedRig(form: TicketForm, prefillsCustomer: boolean) {
  const queries = useQueryClient()
  const [picked, setPicked] = useState<string | null>(null)

  async function pick({ vin, ticketId }: RigChoice): Promise<void> {
    setPicked(vin)
    form.setValues(changeVin(form.getValues(), vin))
    try {
      const rig = await queries.fetchQuery(
        api.rigs.get.queryOptions({ input: { vin, ticketId }, staleTime: 0 }),
      )
      // The VIN may have changed in the meantime.
      if (normalizeVin(form.getValues().customerRV.vin) !== vin) return
      form.setValues(applyKnownRig(form.getValues(), prefillsCustomer ? rig : { ...rig, customer: null }))
      for (const path of PREFILLED_FIELDS) form.clearFieldError(path)
    } catch (error) {
      const { message, requestId } = toAppError(error)
      notify.failure(message, { requestId })
    } finally {
      setPicked(last => (last === vin ? null : last))
    }
  }

  return { pick, isPicking: picked !== null }
}
