// The file store and the database cannot commit together. So before a picture is written or let go
// it is noted as undecided; whatever happens then, the database is asked whether it names the picture,
// and one that it does not name is removed. After a crash the notes are still there.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Owner } from '#domain/account/actor.ts'
import { asOnePiece, type Work, type Workplace } from '#server/db/unit-of-work.ts'
import { findBooking } from '#server/features/bookings/store.ts'
import { holdCompany } from '#server/features/companies/store.ts'
import { picturesOfTicket } from '#server/features/photos/store.ts'
import { lockTickets } from '#server/features/tickets/store.ts'
import { keyOf, keysOf, type PicturePlace, pictureIdOf } from './file-keys.ts'
import type { FileStore } from './file-store.ts'
import type { Picture } from './image-processing.ts'

export type PictureKeeper = {
  /**
   * Runs `act`, which may write pictures at `places` and change what the database says of them. Afterwards
   * every picture of `places`, also of those that `act` added to it, is kept or removed as the database says.
   */
  readonly deciding: <T>(places: PicturePlace[], act: () => Promise<T>) => Promise<T>
  /** Writes both sizes. Only within `deciding`. */
  readonly write: (place: PicturePlace, picture: Picture) => Promise<void>
  readonly read: FileStore['read']
  /** Decides what a crash or a lost database left undecided. */
  readonly tidy: () => Promise<void>
}

type Options = {
  readonly files: FileStore
  /** Where the notes lie; on this machine, never shared. */
  readonly folder: string
  readonly workplace: Workplace
  readonly log: (sentence: string, fault: unknown) => void
}

/**
 * The lock comes first: where an answer was lost, the work that names a picture may still be committing
 * somewhere, and is waited for.
 */
async function picturesNamed(
  work: Work,
  { ticketId, bookingId = null }: Pick<PicturePlace, 'ticketId' | 'bookingId'>,
): Promise<readonly (string | null)[]> {
  if (bookingId !== null) return picturesOfBooking(work, bookingId)
  if (ticketId === null) return [pictureIdOf((await holdCompany(work)).imageURL)]
  await lockTickets(work, [ticketId])
  return await picturesOfTicket(work, ticketId)
}

/** Whoever books holds the company as well, so none is being made while this looks. */
async function picturesOfBooking(work: Work, bookingId: string): Promise<readonly (string | null)[]> {
  await holdCompany(work)
  const booking = await findBooking(work, bookingId)
  if (booking === null) return []
  const { ticketId, photos } = booking
  return ticketId === null ? photos.map(({ photoId }) => photoId) : picturesNamed(work, { ticketId })
}

export async function openKeeper({ files, folder, workplace, log }: Options): Promise<PictureKeeper> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const inHand = new Set<string>()
  const noteOf = ({ pictureId }: PicturePlace) => join(folder, pictureId)

  async function decide(place: PicturePlace): Promise<void> {
    const { companyId, pictureId } = place
    const actor: Owner = { kind: 'owner', id: companyId, name: '', companyId }
    const occasion = { actor, actorKey: '', now: new Date(0), timeZone: 'UTC' }
    const named = await asOnePiece(workplace, occasion, 'command', work => picturesNamed(work, place))
    if (!named.includes(pictureId)) await files.remove(keysOf(place))
    await rm(noteOf(place), { force: true })
  }

  const decideQuietly = (place: PicturePlace): Promise<void> =>
    decide(place).catch(fault => log(`The picture ${place.pictureId} stays undecided for now.`, fault))

  return {
    deciding: async (places, act) => {
      for (const { pictureId } of places) inHand.add(pictureId)
      try {
        for (const place of places) await writeFile(noteOf(place), JSON.stringify(place), { mode: 0o600 })
        return await act()
      } finally {
        for (const place of places) await decideQuietly(place)
        for (const { pictureId } of places) inHand.delete(pictureId)
      }
    },
    write: async (place, { small, large }) => {
      await files.write(keyOf(place, 'large'), large, 'image/webp')
      await files.write(keyOf(place, 'small'), small, 'image/webp')
    },
    read: files.read,
    tidy: async () => {
      for (const name of await readdir(folder)) {
        if (inHand.has(name)) continue
        const note = await readFile(join(folder, name), 'utf8')
        // A note that the crash cut off was not followed by any picture.
        if (note.endsWith('}')) await decideQuietly(JSON.parse(note))
        else await rm(join(folder, name))
      }
    },
  }
}
