import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { SERVICE_BAY_REMOVED } from '#domain/service-bays/service-bay.ts'
import { serviceBayLabel } from '#domain/service-bays/service-bay-label.ts'
import type { ServiceBay } from '#domain/tickets/ticket.ts'
import { client } from '#web/api/client.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { notifyServiceBay } from './notify-service-bay.ts'
import { ServiceBaySelect, toServiceBayId } from './service-bay-select.tsx'

/** In and out are never said at once. */
const SERVICE_BAY_TOPIC = 'service bay'

type ServiceBayFormProps = {
  ticketId: number
  serviceBays: readonly ServiceBay[]
  /** What is chosen at first. */
  serviceBayId: string | null
  className: string | undefined
  onDone?: () => void
}

/** The bay that a ticket is in, or is planned for. */
export function ServiceBayForm({
  ticketId,
  serviceBays,
  serviceBayId,
  className,
  onDone,
}: ServiceBayFormProps) {
  const [chosen, setChosen] = useState(serviceBayId ?? '')
  const [error, setError] = useState<string | null>(null)
  const bay = serviceBays.find(({ id }) => id === chosen) ?? null
  const { run, isRunning } = useTicketCommand(ticketId, client.serviceBays.moveTicket, {
    optimistic: ticket => ({ ...ticket, serviceBay: bay }),
    onDone: ({ serviceBayNote }) => {
      notify.success(
        bay === null ? 'The ticket is in no bay.' : `The ticket is in ${serviceBayLabel(bay.name)}.`,
        SERVICE_BAY_TOPIC,
      )
      notifyServiceBay(serviceBayNote)
      onDone?.()
    },
    onError: ({ message, fields, requestId }) => {
      if (fields.serviceBayId === undefined) notify.failure(message, { requestId })
      else setError(fields.serviceBayId)
    },
  })

  function save(event: FormEvent) {
    event.preventDefault()
    if (isRunning) return
    // The bay may have been removed meanwhile.
    const isKnown = chosen === '' || bay !== null
    setError(isKnown ? null : SERVICE_BAY_REMOVED)
    if (isKnown) run({ ticketId, serviceBayId: toServiceBayId(chosen) })
  }

  return (
    <form className={className} onSubmit={save} noValidate aria-label="Bay">
      <ServiceBaySelect
        serviceBays={serviceBays}
        value={chosen}
        error={error}
        onChange={event => setChosen(event.currentTarget.value)}
      />
      <Button type="submit" aria-disabled={isRunning || undefined} onClick={ignoreDoubleClick()}>
        Save Bay
      </Button>
    </form>
  )
}
