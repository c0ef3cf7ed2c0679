import { Box, Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { textsOf } from '#domain/lib/texts-of.ts'
import { RIG_FIELDS, type RigField } from '#domain/rigs/rig-fields.ts'
import type { CheckIn } from '#domain/tickets/ticket.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Fields } from '#web/ui/layout/columns.tsx'
import { CHECK_IN_NOTES } from './check-in-notes.ts'
import { RigFields } from './rig-fields.tsx'

type CheckInValues = { customerRV: Record<RigField, string> } & Record<keyof CheckIn, string>

type CheckInFormProps = {
  ticket: TicketView
  /** Of its button: `Check In` or `Arrived`. */
  label: string
  /** Called afterwards, and if it is left. */
  onClose: () => void
}

/** The rig of an appointment is here: what of it is not known yet, and what the shop notes. */
export function CheckInForm({ ticket, label, onClose }: CheckInFormProps) {
  const { ticketId, customerRV } = ticket
  const form = useForm<CheckInValues>({
    initialValues: { customerRV: textsOf(RIG_FIELDS, customerRV), broughtBy: '', keys: '', lot: '' },
  })
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.checkIn, {
    waitForRefetch: true,
    onDone: () => {
      notify.success('Checked in.')
      onClose()
    },
    onError: setFormErrors(form),
  })
  const start = useRef(() => form.getInputNode('customerRV.vin')?.focus())
  useEffect(() => start.current(), [])
  const submit = submitWith(form, ({ customerRV: typed, ...notes }) => {
    const changed = Object.entries(typed).filter(
      ([field, value]) => value.trim() !== (customerRV[field as RigField] ?? ''),
    )
    run({ ticketId, customerRV: Object.fromEntries(changed), ...notes })
  })
  return (
    <form noValidate aria-label={label} onSubmit={submit}>
      <RigFields form={form} isOptional />
      <Box mt="md">
        <Fields>
          {CHECK_IN_NOTES.map(({ field, label }) => (
            <TextInput key={field} label={label} {...form.getInputProps(field)} />
          ))}
        </Fields>
      </Box>
      <Group mt="sm" gap="xs">
        <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
          {label}
        </Button>
        <Button variant="subtle" disabled={isRunning} onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
