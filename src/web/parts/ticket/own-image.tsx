import { useRef } from 'react'
import { isInWork } from '#domain/ticket.ts'
import { PicturePicker } from '#web/parts/picture-picker.tsx'
import { ticketImage } from '#web/parts/upload.ts'
import { useMay } from '#web/parts/use-may.ts'
import { ConfirmInline } from '#web/ui/confirm-inline.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './picture.module.css'
import { removeImage } from './remove-picture.ts'
import { useLookAgain, useThisTicket } from './this-ticket.ts'
import { useTicketCommand } from './ticket-view.ts'

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
