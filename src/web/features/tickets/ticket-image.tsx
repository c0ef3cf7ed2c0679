import { useRef } from 'react'
import { isInWork } from '#domain/tickets/ticket.ts'
import { deleteTicketImage } from '#web/api/uploads/delete-image.ts'
import { ImageUploader } from '#web/api/uploads/image-uploader.tsx'
import { ticketImage } from '#web/api/uploads/upload-image.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { useRefetchTicket, useTicketContext } from './ticket-context.ts'
import styles from './ticket-image.module.css'
import { useTicketCommand } from './use-ticket-command.ts'

type TicketImageProps = {
  image: 'customer-image' | 'rig-image'
  label: string
  /** Whether there is one now. */
  isSet: boolean
}

/** Sets or removes the image of the customer or the rig, while the ticket is in progress. */
export function TicketImage({ image, label, isSet }: TicketImageProps) {
  const ticket = useTicketContext()
  const { ticketId } = ticket
  const may = usePermission()
  const refetch = useRefetchTicket(ticketId)
  const container = useRef<HTMLDivElement>(null)
  const { run, isRunning } = useTicketCommand(ticketId, deleteTicketImage, {
    onDone: () => {
      // The focused button is gone with its image.
      container.current?.focus()
      notify.success('Photo removed.')
    },
  })
  if (!isInWork(ticket) || !may('ticket.change-images', ticket)) return null
  return (
    <div ref={container} className={styles.choosing} tabIndex={-1}>
      {isSet && (
        <ConfirmInline
          label={`Remove ${label}`}
          question="This can’t be undone."
          confirmLabel="Remove"
          loading={isRunning}
          onConfirm={() => run({ ticketId, image })}
        />
      )}
      <ImageUploader label={label} isQuiet target={ticketImage(ticketId, image)} onUploaded={refetch} />
    </div>
  )
}
