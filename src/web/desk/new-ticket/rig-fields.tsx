import { NativeSelect, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { AXLE_AMOUNTS } from '#domain/rig.ts'
import { Fields } from '#web/ui/columns.tsx'
import type { TicketForm } from './ticket-form.ts'
import { VinField } from './vin-field.tsx'

const AXLE_CHOICES = [{ value: '', label: 'Select Axle Amount' }, ...AXLE_AMOUNTS]

type RigFieldsProps = {
  form: TicketForm
  /** Whether a picked rig's record also fills in its customer. */
  lendsCustomer?: boolean
}

export function RigFields({ form, lendsCustomer = true }: RigFieldsProps) {
  const described =
    form.values.known === null
      ? { required: true, withAsterisk: false }
      : { disabled: true, rightSection: <IconLock size={16} aria-hidden /> }
  return (
    <Fields>
      <VinField form={form} lendsCustomer={lendsCustomer} />
      <TextInput label="Make" autoComplete="off" {...described} {...form.getInputProps('customerRV.make')} />
      <TextInput
        label="Model"
        autoComplete="off"
        {...described}
        {...form.getInputProps('customerRV.model')}
      />
      <TextInput
        label="Year"
        autoComplete="off"
        inputMode="numeric"
        {...described}
        {...form.getInputProps('customerRV.year')}
      />
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
