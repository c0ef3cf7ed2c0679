// Unconfirmed bookings are deleted after three days, with their images. Of two servers the second finds nothing left.

import type { Owner } from '#domain/account/actor.ts'
import { unconfirmedCutoff } from '#domain/bookings/booking.ts'
import { runInTransaction, type UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import { deleteBooking, findBooking, listExpiredBookings } from './store.ts'

export async function deleteExpiredBookings(
  unitOfWorkServices: UnitOfWorkServices,
  fileJournal: FileJournal,
  now: Date,
): Promise<void> {
  for (const { companyId, bookingId } of await listExpiredBookings(
    unitOfWorkServices,
    unconfirmedCutoff(now),
  )) {
    const actor: Owner = { kind: 'owner', id: companyId, name: 'Rigwright', companyId }
    const execution = { actor, actorKey: null, now, timeZone: 'UTC' }
    const booking = await runInTransaction(unitOfWorkServices, execution, 'query', work =>
      findBooking(work, bookingId),
    )
    const locations = (booking?.photos ?? []).map(({ photoId }) => ({
      companyId,
      ticketId: null,
      bookingId,
      imageId: photoId,
    }))
    await fileJournal.withFileJournal(locations, () =>
      runInTransaction(unitOfWorkServices, execution, 'command', work => deleteBooking(work, bookingId)),
    )
  }
}
