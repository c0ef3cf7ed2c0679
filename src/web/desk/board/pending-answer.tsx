import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/api.ts'
import { firstClick } from '#web/parts/first-click.ts'
import { useCommand } from '#web/parts/use-command.ts'
import { useMay } from '#web/parts/use-may.ts'
import { ConfirmInline } from '#web/ui/confirm-inline.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './ticket-lane.module.css'

/** The desk's answer to a booking. Declining cannot be taken back, so it asks first. */
export function PendingAnswer({ ticketId, label }: { ticketId: number; label: string }) {
  const may = useMay()
  const queries = useQueryClient()
  const done = (words: string) => () => {
    void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
    notify.success(words)
  }
  const accept = useCommand(client.tickets.accept, { onDone: done('Booking accepted.') })
  const decline = useCommand(client.tickets.decline, { onDone: done('Booking declined.') })
  const isBusy = accept.isRunning || decline.isRunning
  if (!may('ticket.accept')) return null
  return (
    <div className={styles.answer}>
      <Button
        aria-label={`Accept ${label}`}
        disabled={isBusy}
        onClick={firstClick(() => accept.run({ ticketId }))}
      >
        Accept
      </Button>
      <ConfirmInline
        label="Decline"
        question="Decline this booking for good?"
        loading={isBusy}
        onConfirm={() => decline.run({ ticketId })}
      />
    </div>
  )
}
