// The end of every upload of photos: the images are written, and the ticket refers to them, or nothing is left.

import { randomUUID } from 'node:crypto'
import { addedPhotos } from '#contract/photos.ts'
import { idFromKey } from '#domain/lib/uuid.ts'
import type { PhotoStage } from '#domain/photos/photo.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { toPhotoDto } from '#server/files/file-keys.ts'
import type { ProcessedImage } from '#server/files/image-processor.ts'
import type { FileRouteContext } from '#server/http/uploads/file-route-context.ts'
import { newFileLocation } from '#server/http/uploads/prepare-upload.ts'
import { runCommand } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { addPhotos, type JobKey } from './commands.ts'

type NewPhotos = {
  readonly jobKey: JobKey
  readonly moment: PhotoStage
  readonly images: readonly ProcessedImage[]
  /** What identifies the request under its key. */
  readonly body: string
  /** Within the transaction that adds them. */
  readonly afterwards?: (work: UnitOfWork) => Promise<void>
}

/** Adds photos to a job line, if the sender still may. */
export async function savePhotos(
  { fileReconciler }: FileRouteContext,
  context: RequestContext,
  { jobKey, moment, images, body, afterwards = async () => {} }: NewPhotos,
) {
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
  const { output } = await fileReconciler.withFileJournal(locations, async () => {
    for (const { location, image } of newImages) await fileReconciler.write(location, image)
    return runCommand(context, 'tickets.addPhotos', body, async work => {
      await addPhotos(work, jobKey, photos)
      await afterwards(work)
      return addedPhotos.parse({ photos: photos.map(photo => toPhotoDto(jobKey.ticketId, photo)) })
    })
  })
  return output
}
