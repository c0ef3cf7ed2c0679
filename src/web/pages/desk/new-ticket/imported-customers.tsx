import { useDebouncedValue } from '@mantine/hooks'
import { IconUserCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import { api } from '#web/api/client.ts'
import { changeVin } from '#web/features/tickets/form/known-rig.ts'
import type { TicketForm } from '#web/features/tickets/form/ticket-form.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'

const DEBOUNCE_MS = 300
const MIN_LENGTH = 2
/** Shorter ones are still being typed. */
const MIN_VIN_LENGTH = 6

/**
 * Offers customers whom the company brought along, by the beginning of the typed name, or by a VIN that is not on file.
 * Others are asked once, and see nothing.
 */
export function ImportedCustomers({ form }: { form: TicketForm }) {
  const [isOff, setOff] = useState(false)
  const { firstName, lastName, email, phone } = form.values.customerDetails
  const [name] = useDebouncedValue((lastName.trim() || firstName.trim()).slice(0, 80), DEBOUNCE_MS)
  const [vin] = useDebouncedValue(normalizeVin(form.values.customerRV.vin), DEBOUNCE_MS)
  const hasName = name.length >= MIN_LENGTH
  const hasVin = vin.length >= MIN_VIN_LENGTH && isStorableVin(vin) && form.values.known === null
  const isWanted = !isOff && (hasName || (name === '' && hasVin)) && email === '' && phone === ''
  const { data } = useQuery({
    ...api.imports.suggestCustomers.queryOptions({ input: hasName ? { name } : { name: '', vin } }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  const hasNone = data?.hasAny === false
  useEffect(() => {
    if (hasNone) setOff(true)
  }, [hasNone])
  if (!isWanted || data === undefined || data.customers.length === 0) return null

  const actions = data.customers.map(({ customerId: _, vin, ...customer }) => ({
    label: [`${customer.firstName} ${customer.lastName}`.trim(), customer.phone || customer.email, vin ?? '']
      .filter(text => text !== '')
      .join(', '),
    onClick: () => {
      const values = form.getValues()
      const filled = {
        ...values,
        customerDetails: { ...customer, address: customer.address ?? '' },
        coordinates: null,
      }
      const takesVin = vin !== null && values.customerRV.vin.trim() === ''
      form.setValues(takesVin ? changeVin(filled, vin) : filled)
      for (const field of ['firstName', 'lastName', 'email', 'phone', 'address'])
        form.clearFieldError(`customerDetails.${field}`)
      // The pressed button is gone; focus moves on from here.
      form.getInputNode<HTMLElement, string>(takesVin ? 'customerRV.vin' : 'customerDetails.email')?.focus()
    },
  }))
  return (
    <FieldNote icon={IconUserCheck} actions={actions}>
      From your imported customers:
    </FieldNote>
  )
}
