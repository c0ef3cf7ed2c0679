import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import { api } from '#web/api/client.ts'
import { useRigSuggestions } from '#web/features/rigs/use-rig-suggestions.ts'
import type { SuggestedCustomer, TicketForm } from '#web/features/tickets/form/ticket-form.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'

const FULL_VIN_LENGTH = 17

type ImportedCustomersProps = {
  form: TicketForm
  /** As it was when its field lost focus: it may be a short one, not one that is still being typed. */
  leftVin: string
  onPick: (customer: SuggestedCustomer) => void
}

/** Offers the imported customers of a typed VIN that is not on file, while no customer is typed. */
export function ImportedCustomers({ form, leftVin, onPick }: ImportedCustomersProps) {
  const { firstName, lastName, email, phone } = form.values.customerDetails
  const vin = normalizeVin(form.values.customerRV.vin)
  const isWhole = (vin.length === FULL_VIN_LENGTH || vin === leftVin) && isStorableVin(vin)
  const isWanted = isWhole && firstName + lastName + email + phone === '' && form.values.known === null
  const { isUnknown } = useRigSuggestions(vin, isWanted)
  const { data = [] } = useQuery({
    ...api.customers.suggest.queryOptions({ input: { vin } }),
    enabled: isWanted && isUnknown,
  })
  if (!isWanted || !isUnknown || data.length === 0) return null
  const actions = data.map(customer => ({
    label: [`${customer.firstName} ${customer.lastName}`.trim(), customer.phone || customer.email, vin]
      .filter(text => text !== '')
      .join(', '),
    onClick: () => onPick(customer),
  }))
  return (
    <FieldNote icon={IconUserCheck} actions={actions}>
      From your imported customers:
    </FieldNote>
  )
}
