import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { BookingFacts } from '#web/desk/booking-facts.tsx'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { PhotoRow } from '#web/parts/ticket/job-photos.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import styles from './ticket-lane.module.css'

/** Everything the customer wrote, for the desk to say yes or no to. */
export function ShownBooking({ ticketId }: { ticketId: number }) {
  const { data, error, refetch } = useQuery(api.bookings.get.queryOptions({ input: { ticketId } }))
  if (data === undefined && error !== null) return <LoadFault error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ListSkeleton rows={3} height={24} label="Loading the booking…" />
  return (
    <div className={styles.booking}>
      <p className={styles.problem}>{data.problem}</p>
      {data.photos.length > 0 && <PhotoRow problem={data.problem} photos={data.photos} />}
      <BookingFacts booking={data} inCard />
    </div>
  )
}
