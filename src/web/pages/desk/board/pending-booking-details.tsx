import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { BookingDetails } from '#web/features/bookings/booking-details.tsx'
import { PhotoRow } from '#web/features/photos/photo-row.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import styles from './ticket-lane.module.css'

/** All details of a booking, for the desk to answer. */
export function PendingBookingDetails({ ticketId }: { ticketId: number }) {
  const { data, error, refetch } = useQuery(api.bookings.get.queryOptions({ input: { ticketId } }))
  if (data === undefined && error !== null) return <QueryError error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ListSkeleton rows={3} height={24} label="Loading the request…" />
  return (
    <div className={styles.booking}>
      <p className={styles.problem}>{data.problem}</p>
      {data.photos.length > 0 && <PhotoRow problem={data.problem} photos={data.photos} />}
      <BookingDetails booking={data} inCard />
    </div>
  )
}
