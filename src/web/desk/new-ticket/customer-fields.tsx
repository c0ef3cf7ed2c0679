import { TextInput } from '@mantine/core'
import { Fields } from '#web/ui/columns.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { TicketForm } from './ticket-form.ts'

// These are a customer's details, not those of whoever sits at the desk: the browser must not offer its own.
const theirs = { autoComplete: 'off' } as const

export const CustomerFields = ({ form }: { form: TicketForm }) => (
  <Panel title="Customer Information">
    <Fields>
      <TextInput
        label="First Name"
        required
        {...theirs}
        {...form.getInputProps('customerDetails.firstName')}
      />
      <TextInput label="Last Name" required {...theirs} {...form.getInputProps('customerDetails.lastName')} />
      <TextInput
        label="Email"
        type="email"
        required
        {...theirs}
        {...form.getInputProps('customerDetails.email')}
      />
      <TextInput
        label="Phone"
        type="tel"
        required
        {...theirs}
        {...form.getInputProps('customerDetails.phone')}
      />
      <TextInput
        label="Address"
        wrapperProps={{ 'data-wide': true }}
        {...theirs}
        {...form.getInputProps('customerDetails.address')}
      />
    </Fields>
  </Panel>
)
