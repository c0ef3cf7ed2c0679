import { Button, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { localTimeOf } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { notifyNotEmailed } from '#web/features/contact/notify-not-emailed.ts'
import { notifyServiceBay } from '#web/features/service-bays/notify-service-bay.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { DeskTimeFields, validateDeskTime } from './desk-time-fields.tsx'
import type { TimeValues } from './time-fields.tsx'

type MoveAppointmentProps = {
  booking: { ticketId: number; wantedAt: Date; timeZone: string }
  /** The time that it was dragged to. */
  proposed?: TimeValues['wanted']
  onDone: () => void
}

/** Another day and time for an appointment. */
export function MoveAppointment({ booking, proposed, onDone }: MoveAppointmentProps) {
  const { ticketId, wantedAt, timeZone } = booking
  const [day = '', time = ''] = localTimeOf(wantedAt, timeZone).split('T')
  const form = useForm<TimeValues>({
    initialValues: { wanted: proposed ?? { day, time } },
    validate: values => validateDeskTime(values, timeZone),
  })
  // The tapped button is gone.
  const focusDay = useRef(() => form.getInputNode<HTMLElement, string>('wanted.day')?.focus())
  useEffect(() => focusDay.current(), [])
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.bookings.move, {
    onDone: ({ email, serviceBayNote }) => {
      void queries.invalidateQueries({ queryKey: api.bookings.key() })
      // Null: it is at that time already.
      if (email !== null) {
        notify.success('Appointment moved.')
        notifyNotEmailed(email)
        notifyServiceBay(serviceBayNote)
      }
      onDone()
    },
    onError: setFormErrors(form),
  })
  return (
    <form
      noValidate
      aria-label="Move the appointment"
      onSubmit={submitWith(form, ({ wanted }) => run({ ticketId, wanted }))}
    >
      <DeskTimeFields form={form} moved={{ ticketId, wanted: { day, time } }} />
      <Group mt="sm" gap="xs">
        <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
          {isRunning ? 'Moving…' : 'Move'}
        </Button>
        <Button variant="subtle" disabled={isRunning} onClick={onDone}>
          Keep the old time
        </Button>
      </Group>
    </form>
  )
}
