import { NativeSelect } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AXLE_AMOUNTS } from '#domain/rigs/rig.ts'
import { MakeModelYearFields } from '#web/features/rigs/make-model-year-fields.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import type { TicketForm } from './ticket-form.ts'
import { VinField } from './vin-field.tsx'

const AXLE_CHOICES = [{ value: '', label: 'Select Axle Amount' }, ...AXLE_AMOUNTS]

type RigFieldsProps = {
  form: TicketForm
  /** Whether a picked rig's record also fills in its customer. */
  prefillsCustomer?: boolean
  /** Called with the normalized VIN when its field loses focus. */
  onLeaveVin?: (vin: string) => void
  /** Below the VIN. */
  vinNote?: ReactNode
}

export function RigFields({ form, prefillsCustomer = true, onLeaveVin, vinNote }: RigFieldsProps) {
  const rigProps =
    form.values.known === null
      ? { required: true }
      : { disabled: true, rightSection: <IconLock size={16} aria-hidden /> }
  return (
    <Fields>
      <VinField form={form} prefillsCustomer={prefillsCustomer} onLeave={onLeaveVin} note={vinNote} />
      <MakeModelYearFields propsOf={field => form.getInputProps(`customerRV.${field}`)} {...rigProps} />
      <NativeSelect
        label="Axle Amount"
        required
        withAsterisk={false}
        data={AXLE_CHOICES}
        {...form.getInputProps('customerRV.axleAmount')}
      />
    </Fields>
  )
}
