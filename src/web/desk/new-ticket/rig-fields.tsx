import { NativeSelect, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { AXLE_AMOUNTS } from '#domain/rig.ts'
import { Fields } from '#web/ui/columns.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { TicketForm } from './ticket-form.ts'
import { VinField } from './vin-field.tsx'

const AXLE_CHOICES = [{ value: '', label: 'Select Axle Amount' }, ...AXLE_AMOUNTS]

export function RigFields({ form }: { form: TicketForm }) {
  const locked = form.values.known !== null && {
    disabled: true,
    rightSection: <IconLock size={16} aria-hidden />,
  }
  return (
    <Panel title="RV Information">
      <Fields>
        <VinField form={form} />
        <TextInput label="Make" autoComplete="off" {...locked} {...form.getInputProps('customerRV.make')} />
        <TextInput label="Model" autoComplete="off" {...locked} {...form.getInputProps('customerRV.model')} />
        <TextInput
          label="Year"
          autoComplete="off"
          inputMode="numeric"
          {...locked}
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
    </Panel>
  )
}
