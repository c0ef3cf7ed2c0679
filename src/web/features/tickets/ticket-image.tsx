import { useRef } from 'react'
import { isInWork } from '#domain/tickets/ticket.ts'
import { ticketImage } from '#web/api/upload.ts'
import { useMay } from '#web/api/use-permission.ts'
import { removeImage } from '#web/features/photos/delete-photo.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PicturePicker } from '#web/ui/images/image-picker.tsx'
import { useLookAgain, useThisTicket } from './ticket-context.ts'
import styles from './ticket-image.module.css'
import { useTicketCommand } from './ticket-queries.ts'

type OwnImageProps = {
  image: 'customer-image' | 'rig-image'
  label: string
  /** Whether there is one now. */
  isSet: boolean
}

/** Sets the picture of the customer or the rig, or removes it, while the ticket is in work. */
export function OwnImage({ image, label, isSet }: OwnImageProps) {
  const ticket = useThisTicket()
  const { ticketId } = ticket
  const may = useMay()
  const lookAgain = useLookAgain(ticketId)
  const here = useRef<HTMLDivElement>(null)
  const { run, isRunning } = useTicketCommand(ticketId, removeImage, {
    onDone: () => {
      // The button that had the focus is gone with its picture.
      here.current?.focus()
      notify.success('Picture removed.')
    },
  })
  if (!isInWork(ticket) || !may('ticket.change-images', ticket)) return null
  return (
    <div ref={here} className={styles.choosing} tabIndex={-1}>
      {isSet && (
        <ConfirmInline
          label={`Remove ${label}`}
          question="It cannot be brought back."
          confirmLabel="Remove"
          loading={isRunning}
          onConfirm={() => run({ ticketId, image })}
        />
      )}
      <PicturePicker label={label} target={ticketImage(ticketId, image)} onUploaded={lookAgain} />
    </div>
  )
}
