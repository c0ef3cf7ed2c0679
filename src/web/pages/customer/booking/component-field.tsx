import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { componentLabel } from '#domain/components/component.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { api } from '#web/api/client.ts'
import type { BookingForm } from './booking-form.ts'
import type { KnownRig } from './booking-prefill.ts'

type ComponentFieldProps = {
  form: BookingForm
  /** The viewer's own. */
  rigs: readonly KnownRig[]
}

/** Which part of the viewer's own RV the problem is with; nothing without components on record. */
export function ComponentField({ form, rigs }: ComponentFieldProps) {
  const vin = normalizeVin(form.values.customerRV.vin)
  const isOwn = rigs.some(rig => rig.vin === vin)
  const { data } = useQuery(api.rigComponents.list.queryOptions({ input: { vin }, enabled: isOwn }))
  const installed = isOwn ? (data?.components ?? []).filter(({ isInstalled }) => isInstalled) : []
  const labels = [...new Set(installed.map(componentLabel))]
  const { component } = form.values
  // Of another RV, or no longer in this one.
  const isUnknown = component !== '' && !labels.includes(component) && (!isOwn || data !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object in each render
  useEffect(() => {
    if (isUnknown) form.setFieldValue('component', '')
  }, [isUnknown])
  if (labels.length === 0) return null
  return (
    <NativeSelect
      label="Which part of the RV?"
      description="If you know."
      data={[{ value: '', label: 'Choose…' }, ...labels]}
      {...form.getInputProps('component')}
    />
  )
}
