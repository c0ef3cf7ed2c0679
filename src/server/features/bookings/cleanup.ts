// Bookings that nobody confirmed are removed after three days, with their pictures. Every server looks; the
// second finds nothing left.

import type { Owner } from '#domain/account/actor.ts'
import { forgottenBefore } from '#domain/bookings/booking.ts'
import { asOnePiece, type Workplace } from '#server/db/unit-of-work.ts'
import type { PictureKeeper } from '#server/files/file-reconciler.ts'
import { deleteBooking, findBooking, forgottenBookings } from './store.ts'

export async function forgetBookings(workplace: Workplace, keeper: PictureKeeper, now: Date): Promise<void> {
  for (const { companyId, bookingId } of await forgottenBookings(workplace.database, forgottenBefore(now))) {
    const actor: Owner = { kind: 'owner', id: companyId, name: 'Rigwright', companyId }
    const occasion = { actor, actorKey: '', now, timeZone: 'UTC' }
    const booking = await asOnePiece(workplace, occasion, 'query', work => findBooking(work, bookingId))
    const places = (booking?.photos ?? []).map(({ photoId }) => ({
      ...{ companyId, ticketId: null, bookingId, pictureId: photoId },
    }))
    await keeper.deciding(places, () =>
      asOnePiece(workplace, occasion, 'command', work => deleteBooking(work, bookingId)),
    )
  }
}
