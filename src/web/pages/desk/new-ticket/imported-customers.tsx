import { useDebouncedValue } from '@mantine/hooks'
import { IconUserCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import { api } from '#web/api/client.ts'
import { useRigSuggestions } from '#web/features/rigs/use-rig-suggestions.ts'
import { applyImportedCustomer } from '#web/features/tickets/form/known-rig.ts'
import type { TicketForm } from '#web/features/tickets/form/ticket-form.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'

const DEBOUNCE_MS = 300
const MIN_LENGTH = 2
const FULL_VIN_LENGTH = 17

/** Never asked: the cached response says that the company has none. */
const noneQuery = api.imports.suggestCustomers.queryOptions({
  input: { name: '' },
  enabled: false,
  gcTime: 30 * 60_000,
})

type ImportedCustomersProps = {
  form: TicketForm
  /** As it was when its field lost focus: it may be a short one, not one that is still being typed. */
  leftVin: string
}

/**
 * Offers customers whom the company brought along, by the beginning of the typed name, or by a VIN that is not on file.
 * Others are asked once, and see nothing.
 */
export function ImportedCustomers({ form, leftVin }: ImportedCustomersProps) {
  const queries = useQueryClient()
  const hasNone = useQuery(noneQuery).data?.hasAny === false
  const { firstName, lastName, email, phone } = form.values.customerDetails
  const [name] = useDebouncedValue((lastName.trim() || firstName.trim()).slice(0, 80), DEBOUNCE_MS)
  const vin = normalizeVin(form.values.customerRV.vin)
  const hasName = name.length >= MIN_LENGTH
  const isOpen = !hasNone && email === '' && phone === ''
  const isWholeVin = (vin.length === FULL_VIN_LENGTH || vin === leftVin) && isStorableVin(vin)
  const isVinWanted = isOpen && name === '' && isWholeVin && form.values.known === null
  const { isUnknown } = useRigSuggestions(vin, isVinWanted)
  const isWanted = isOpen && (hasName || isUnknown)
  const { data } = useQuery({
    ...api.imports.suggestCustomers.queryOptions({ input: hasName ? { name } : { name: '', vin } }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (data?.hasAny === false) queries.setQueryData(noneQuery.queryKey, data)
  }, [data, queries])
  if (!isWanted || data === undefined || data.customers.length === 0) return null

  const actions = data.customers.map(({ customerId: _, ...customer }) => ({
    label: [
      `${customer.firstName} ${customer.lastName}`.trim(),
      customer.phone || customer.email,
      customer.vin ?? '',
    ]
      .filter(text => text !== '')
      .join(', '),
    onClick: () => {
      const values = form.getValues()
      const filled = applyImportedCustomer(values, customer)
      form.setValues(filled)
      for (const field of ['firstName', 'lastName', 'email', 'phone', 'address'])
        form.clearFieldError(`customerDetails.${field}`)
      for (const field of ['vin', 'year', 'make', 'model', 'axleAmount'] as const)
        if (filled.customerRV[field] !== values.customerRV[field]) form.clearFieldError(`customerRV.${field}`)
      // The pressed button is gone; focus moves on from here.
      const takesVin = filled.customerRV.vin !== values.customerRV.vin
      form.getInputNode<HTMLElement, string>(takesVin ? 'customerRV.vin' : 'customerDetails.email')?.focus()
    },
  }))
  return (
    <FieldNote icon={IconUserCheck} actions={actions}>
      From your imported customers:
    </FieldNote>
  )
}
