import { Box, Button, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { textsOf } from '#domain/lib/texts-of.ts'
import { RIG_FIELDS, type RigField } from '#domain/rigs/rig-fields.ts'
import { missingForCheckIn } from '#domain/tickets/check-in.ts'
import type { CheckIn } from '#domain/tickets/ticket.ts'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { yearErrorsOf } from '#web/features/rigs/year-errors.ts'
import { notifyServiceBay } from '#web/features/service-bays/notify-service-bay.ts'
import { ServiceBaySelect, toServiceBayId } from '#web/features/service-bays/service-bay-select.tsx'
import { useServiceBays } from '#web/features/service-bays/use-service-bays.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { MeterFields, type TypedMeters } from '#web/features/tickets/meter-fields.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { CheckInNoteFields } from './check-in-note-fields.tsx'
import { CHECK_IN_FIELDS } from './check-in-notes.ts'
import { RigFields } from './rig-fields.tsx'

type CheckInInput = Parameters<typeof client.tickets.checkIn>[0]
type CheckInValues = { customerRV: Record<RigField, string>; serviceBayId: string } & TypedMeters &
  Record<keyof CheckIn, string>

/** What was typed here before, and could not be accepted when it was sent. */
type EarlierCheckIn = {
  readonly input: CheckInInput
  /** Milliseconds since 1970, by this device's clock. */
  readonly tappedAt: number
  /** Milliseconds by which the server's clock was ahead then. */
  readonly clockOffset: number
  /** What was not accepted. */
  readonly errors: Readonly<Record<string, string>>
}

export type CheckInFormProps = {
  ticket: TicketView
  /** Of its button: `Check In` or `Arrived`. */
  label: string
  earlier?: EarlierCheckIn | undefined
  /** Called once the server has it, or this device. */
  onSaved?: () => void
  /** Called afterwards, and if it is left. */
  onClose: () => void
}

/** The rig of an appointment is here: what of it is not known yet, and what the shop notes. */
export function CheckInForm({ ticket, label, earlier, onSaved, onClose }: CheckInFormProps) {
  const { ticketId, customerRV, asksForMeters } = ticket
  const { serviceBays } = useServiceBays()
  const toInput = (values: CheckInValues): CheckInInput => {
    const { customerRV: typed, serviceBayId, odometer, generatorHours, ...notes } = values
    const changed = RIG_FIELDS.filter(field => typed[field].trim() !== (customerRV[field] ?? ''))
    // The contract says what is no axle amount.
    const rig = Object.fromEntries(changed.map(field => [field, typed[field]]))
    const bay = serviceBays.length > 0 && { serviceBayId: toServiceBayId(serviceBayId) }
    // It also says what is no reading.
    const meters = {
      ...(odometer !== '' && { odometer: odometer as number }),
      ...(generatorHours !== '' && { generatorHours: generatorHours as number }),
    }
    return { ticketId, customerRV: rig, ...notes, ...meters, ...bay }
  }
  const form = useForm<CheckInValues>({
    initialValues: {
      customerRV: textsOf(RIG_FIELDS, { ...customerRV, ...earlier?.input.customerRV }),
      ...textsOf(CHECK_IN_FIELDS, earlier?.input ?? null),
      serviceBayId: ticket.serviceBay?.id ?? '',
      odometer: earlier?.input.odometer ?? '',
      generatorHours: earlier?.input.generatorHours ?? '',
    },
    initialErrors: { ...earlier?.errors },
    validate: async values => {
      const input = toInput(values)
      const { customerRV: rig } = values
      const { validateCheckIn } = await loadTicketValidation()
      const errors = {
        ...missingForCheckIn({ ...rig, vin: rig.vin.trim() }),
        ...yearErrorsOf(input.customerRV ?? {}),
      }
      return { ...errors, ...validateCheckIn(input) }
    },
  })
  const draft = useDraft(form, `check-in ${ticketId} ${earlier?.tappedAt ?? ''}`)
  const isSaved = useRef(false)
  const close = (): void => {
    isSaved.current = true
    draft.clear()
    onSaved?.()
    onClose()
  }
  const tapped = earlier && { tappedAt: new Date(earlier.tappedAt), clockOffset: earlier.clockOffset }
  const checkIn: typeof client.tickets.checkIn = (input, options) =>
    client.tickets.checkIn({ ...input, ...tapped }, options)
  const { run, isRunning } = useTicketCommand(ticketId, checkIn, {
    inBay: 'checkIn',
    isDirect: true,
    tappedAt: earlier?.tappedAt,
    waitForRefetch: true,
    onStored: close,
    onDone: ({ serviceBayNote }) => {
      notify.success('Checked in.')
      notifyServiceBay(serviceBayNote)
      if (!isSaved.current) close()
    },
    onWaiting: () => notify.success('Not sent yet. The desk sees it as soon as you have a signal.'),
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, 'customerRV.vin')
  const submit = submitWith(form, values => run(toInput(values)))
  return (
    <form noValidate aria-label={label} onSubmit={submit}>
      <DraftNote draft={draft} />
      <RigFields form={form} isOptional />
      <Box mt="md">
        <CheckInNoteFields propsOf={form.getInputProps}>
          {serviceBays.length > 0 && (
            <ServiceBaySelect serviceBays={serviceBays} {...form.getInputProps('serviceBayId')} />
          )}
          {asksForMeters && (
            <MeterFields ticketId={ticketId} typed={form.values} propsOf={form.getInputProps} />
          )}
        </CheckInNoteFields>
      </Box>
      <Group mt="sm" gap="xs">
        <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
          {label}
        </Button>
        <Button
          variant="subtle"
          disabled={isRunning}
          onClick={() => {
            draft.clear()
            onClose()
          }}
        >
          Cancel
        </Button>
      </Group>
    </form>
  )
}
