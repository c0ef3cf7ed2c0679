// The end of every upload of photos: the images are written, and the ticket or a hand-over refers to them, or nothing is
// left.

import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type handedOverPhotoQuery, handOverResult } from '#contract/bay.ts'
import { addedPhotos } from '#contract/photos.ts'
import { plate } from '#contract/rig.ts'
import { idFromKey } from '#domain/lib/uuid.ts'
import type { Photo, PhotoStage } from '#domain/photos/photo.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { addHandOver } from '#server/features/bay/store.ts'
import { addPlatePhoto } from '#server/features/components/plate-store.ts'
import { findTicket } from '#server/features/tickets/store.ts'
import { toPhotoDto } from '#server/files/file-keys.ts'
import type { ProcessedImage } from '#server/files/image-processor.ts'
import type { FileRouteContext } from '#server/http/uploads/file-route-context.ts'
import { newFileLocation } from '#server/http/uploads/prepare-upload.ts'
import { runCommand } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { addPhotos, addPhotosToAddendum, getOpenJob, type JobKey } from './commands.ts'
import { lockMissingTicket } from './store.ts'

export type NewPhotos = {
  readonly jobKey: JobKey
  readonly moment: PhotoStage
  readonly images: readonly ProcessedImage[]
  /** Of a completed ticket; undefined for a photo of the work. */
  readonly addendumId?: string | undefined
  /** What identifies the request under its key. */
  readonly body: string
  /** Within the transaction that adds them. */
  readonly afterwards?: (work: UnitOfWork) => Promise<void>
}

/** Writes the images; `save` refers to them, as the command `name`. */
async function saveImages<T>(
  { fileJournal }: FileRouteContext,
  context: RequestContext,
  name: string,
  { jobKey, moment, images, body, afterwards = async () => {} }: NewPhotos,
  save: (work: UnitOfWork, photos: readonly Photo[]) => Promise<T>,
): Promise<T> {
  const newImages = images.map(image => {
    // Never the key itself: of two attempts each has files of its own.
    const imageId = idFromKey(context.idempotencyKey, randomUUID())
    return { location: newFileLocation(context, jobKey.ticketId, imageId), image }
  })
  const photos = newImages.map(({ location: { imageId }, image: { width, height } }) => ({
    photoId: imageId,
    moment,
    width,
    height,
    addedAt: context.execution.now,
  }))
  const locations = newImages.map(({ location }) => location)
  const { output } = await fileJournal.withFileJournal(locations, async () => {
    for (const { location, image } of newImages) await fileJournal.write(location, image)
    return runCommand(context, name, body, async work => {
      const saved = await save(work, photos)
      await afterwards(work)
      return saved
    })
  })
  return output
}

/** Adds photos to a job line, if the sender still may. */
export const savePhotos = (routeContext: FileRouteContext, context: RequestContext, newPhotos: NewPhotos) =>
  saveImages(routeContext, context, 'tickets.addPhotos', newPhotos, async (work, photos) => {
    const { jobKey, addendumId } = newPhotos
    if (addendumId === undefined) await addPhotos(work, await getOpenJob(work, jobKey), photos)
    else await addPhotosToAddendum(work, jobKey, addendumId, photos)
    return addedPhotos.parse({ photos: photos.map(photo => toPhotoDto(jobKey.ticketId, photo)) })
  })

export const componentKey = z.object({ ticketId: z.number(), componentId: z.string() })

/** Adds a photo of a component's plate. */
export const savePlatePhoto = (
  routeContext: FileRouteContext,
  context: RequestContext,
  newPhotos: NewPhotos,
  component: z.output<typeof componentKey>,
) =>
  saveImages(routeContext, context, 'components.addPlatePhoto', newPhotos, async (work, photos) => {
    const [{ photoId }] = photos as readonly [Photo]
    return plate.parse(await addPlatePhoto(work, component, photoId))
  })

/** Gives a photo of a job line to the desk, also if the ticket is another technician's by now, or gone. */
export const handOverPhoto = (
  routeContext: FileRouteContext,
  context: RequestContext,
  newPhotos: NewPhotos,
  details: z.output<typeof handedOverPhotoQuery>,
) =>
  saveImages(routeContext, context, 'bay.handOverPhoto', newPhotos, async (work, [photo = null]) => {
    const { ticketId, jobNumber } = newPhotos.jobKey
    const handOverId = context.idempotencyKey ?? randomUUID()
    const ticket = await findTicket(work, ticketId)
    if (ticket === null) lockMissingTicket(work)
    const handOver = { handOverId, ticketId, jobNumber, text: '', ...details }
    await addHandOver(work, handOver, ticket, photo)
    return handOverResult.parse({ handOverId })
  })
