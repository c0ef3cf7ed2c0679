import { NativeSelect, TextInput } from '@mantine/core'
import { AXLE_AMOUNTS } from '#domain/rig.ts'
import { Fields } from '#web/ui/columns.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { TicketForm } from './ticket-form.ts'
import { VinField } from './vin-field.tsx'

const AXLE_CHOICES = [{ value: '', label: 'Select Axle Amount' }, ...AXLE_AMOUNTS]

export const RigFields = ({ form }: { form: TicketForm }) => (
  <Panel title="RV Information">
    <Fields>
      <VinField form={form} />
      <TextInput label="Make" autoComplete="off" {...form.getInputProps('customerRV.make')} />
      <TextInput label="Model" autoComplete="off" {...form.getInputProps('customerRV.model')} />
      <TextInput
        label="Year"
        autoComplete="off"
        inputMode="numeric"
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
