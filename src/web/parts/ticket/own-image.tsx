import { isInWork } from '#domain/ticket.ts'
import { PicturePicker } from '#web/parts/picture-picker.tsx'
import { ticketImage } from '#web/parts/upload.ts'
import { useMay } from '#web/parts/use-may.ts'
import styles from './picture.module.css'
import { useLookAgain, useThisTicket } from './this-ticket.ts'

type OwnImageProps = { image: 'customer-image' | 'rig-image'; label: string }

/** Sets the picture of the customer or the rig, while the ticket is in work. */
export function OwnImage({ image, label }: OwnImageProps) {
  const ticket = useThisTicket()
  const may = useMay()
  const lookAgain = useLookAgain(ticket.ticketId)
  if (!isInWork(ticket) || !may('ticket.change-images', ticket)) return null
  return (
    <div className={styles.choosing}>
      <PicturePicker label={label} target={ticketImage(ticket.ticketId, image)} onUploaded={lookAgain} />
    </div>
  )
}
