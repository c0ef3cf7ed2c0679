import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { vinWarning } from '#domain/rigs/vin.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PhotoRow } from '#web/features/photos/photo-row.tsx'
import { CloseForm } from '#web/features/tickets/close-form.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './booking-actions.module.css'
import { BookingDetails } from './booking-details.tsx'

type PendingBookingDetailsProps = {
  ticketId: number
  /** Whether Accept was tapped and its VIN looks wrong. */
  isAsking: boolean
  onAccept: () => void
  onCancel: () => void
}

/** All details of a booking, for the desk to answer. */
export function PendingBookingDetails({ ticketId, ...question }: PendingBookingDetailsProps) {
  const { data, error, refetch } = useQuery(api.bookings.get.queryOptions({ input: { ticketId } }))
  if (data === undefined && error !== null) return <QueryError error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ListSkeleton rows={3} height={24} label="Loading the request…" />
  return (
    <div className={styles.booking}>
      <p className={styles.problem}>{data.problem}</p>
      {data.photos.length > 0 && <PhotoRow problem={data.problem} photos={data.photos} />}
      <BookingDetails booking={data} inCard />
      <VinQuestion vin={data.vin} {...question} />
      <ClosePending ticketId={ticketId} hasEmail={data.customerDetails.email !== ''} />
    </div>
  )
}

/** Ends the request without an answer: its customer canceled by phone, or it is a duplicate. */
function ClosePending({ ticketId, hasEmail }: { ticketId: number; hasEmail: boolean }) {
  const may = usePermission()
  const queries = useQueryClient()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  if (!may('ticket.close')) return null
  if (!isOpen)
    return (
      <Button ref={opener} variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        Close Ticket…
      </Button>
    )
  return (
    <section aria-label="Close Ticket" className={styles.decline} onKeyDown={onEscape(close)}>
      <CloseForm
        ticketId={ticketId}
        hasEmail={hasEmail}
        onClosed={() => void queries.invalidateQueries({ queryKey: api.tickets.board.key() })}
        onCancel={close}
      />
    </section>
  )
}

type VinQuestionProps = Omit<PendingBookingDetailsProps, 'ticketId'> & { vin: string }

/** A VIN that looks wrong, and whether to accept it: a mistyped one puts this repair into another rig's history. */
function VinQuestion({ vin, isAsking, onAccept, onCancel }: VinQuestionProps) {
  const warning = vinWarning(vin)
  if (warning === null) return null
  return (
    <>
      <FieldNote icon={IconAlertTriangle} tone="amber">
        {warning}
      </FieldNote>
      {isAsking && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the question from either button
        <div onKeyDown={onEscape(onCancel)}>
          <p role="alert">Accept with this VIN? Every shop on Rigwright will find the RV under it.</p>
          <div className={styles.confirm}>
            <Button autoFocus onClick={ignoreDoubleClick(onAccept)}>
              Accept Anyway
            </Button>
            <Button variant="subtle" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
