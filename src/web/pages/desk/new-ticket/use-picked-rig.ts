import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mendVin } from '#domain/rigs/vin.ts'
import { api, faultOf } from '#web/api/client.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { recognize, retype } from './known-rig.ts'
import type { TicketForm } from './ticket-form.ts'

const LENT = ['firstName', 'lastName', 'email', 'phone', 'address'].map(field => `customerDetails.${field}`)
const OWN = ['vin', 'make', 'model', 'year', 'axleAmount'].map(field => `customerRV.${field}`)

/** `pick(vin)` reads the known rig and puts its record into the form, with its customer or without. */
export function usePickedRig(form: TicketForm, lendsCustomer: boolean) {
  const queries = useQueryClient()
  const [picked, setPicked] = useState<string | null>(null)

  async function pick(vin: string): Promise<void> {
    setPicked(vin)
    form.setValues(retype(form.getValues(), vin))
    try {
      const rig = await queries.fetchQuery(api.rigs.get.queryOptions({ input: { vin }, staleTime: 0 }))
      // Somebody may have typed another VIN in the meantime.
      if (mendVin(form.getValues().customerRV.vin) !== vin) return
      form.setValues(recognize(form.getValues(), lendsCustomer ? rig : { ...rig, customer: null }))
      for (const path of [...LENT, ...OWN]) form.clearFieldError(path)
    } catch (error) {
      const { message, requestId } = faultOf(error)
      notify.failure(message, { requestId })
    } finally {
      setPicked(last => (last === vin ? null : last))
    }
  }

  return { pick, isPicking: picked !== null }
}
