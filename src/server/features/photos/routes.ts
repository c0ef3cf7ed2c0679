// A ticket's pictures over HTTP: photos of its job lines, its customer's image and its rig's.

import { Hono } from 'hono'
import * as z from 'zod'
import { linkToken } from '#contract/customer-view.ts'
import { addedPhotos, moment } from '#contract/photos.ts'
import { done, ticketId, uuid } from '#contract/schema.ts'
import { MOST_PHOTOS_AT_ONCE, type Moment } from '#domain/photos/photo.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { asCustomer, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { photoAnswer, type TicketImage, ticketImageUrl } from '#server/files/file-keys.ts'
import { beforeReading, type PictureDoor, pathOf, placeOf, sendPicture } from '#server/files/file-routes.ts'
import { putImage, removeImage, type SlotAt } from '#server/files/image-upload.ts'
import { readUpload } from '#server/files/multipart.ts'
import { invalid } from '#server/rpc/errors.ts'
import { asCommand, asQuery } from '#server/rpc/procedures.ts'
import { addPhotos, changeTicketImage, getOpenJob, openImage, removePhoto } from './commands.ts'
import { imageToShow, photoToShow } from './queries.ts'
import { findPhotoPlace } from './store.ts'

const ticketPath = z.object({ ticketId })
const jobPath = ticketPath.extend({ jobNumber: z.coerce.number().int().min(1) })
const photoPath = z.object({ ticketId, photoId: uuid })
const linkedPhotoPath = z.object({ token: linkToken, photoId: uuid })
const photoOfJobPath = jobPath.extend({ photoId: uuid })

const PHOTOS = { field: 'photos', most: MOST_PHOTOS_AT_ONCE }
const IMAGES = ['customer-image', 'rig-image'] as const satisfies readonly TicketImage[]

function momentOf(text = ''): Moment {
  const parsed = moment.safeParse(text)
  if (!parsed.success) throw invalid({ moment: 'Use before, after or nothing.' })
  return parsed.data
}

export function photoRoutes(door: PictureDoor) {
  const { asking, pictures, keeper } = door
  const routes = new Hono()

  routes.post('/tickets/:ticketId/jobs/:jobNumber/photos', async c => {
    const context = await asking(c)
    allow(context.occasion, 'photo.add')
    const job = pathOf(c, jobPath)
    await beforeReading(context, work => getOpenJob(work, job))
    const upload = await readUpload(context, c.req.raw, pictures, PHOTOS)
    const moment = momentOf(upload.fields.moment)
    const fresh = upload.pictures.map(picture => ({ place: placeOf(context, job.ticketId), picture }))
    const photos = fresh.map(({ place: { pictureId }, picture: { width, height } }) => ({
      ...{ photoId: pictureId, moment, width, height },
      addedAt: context.occasion.now,
    }))
    const places = fresh.map(({ place }) => place)
    const { output } = await keeper.deciding(places, async () => {
      for (const { place, picture } of fresh) await keeper.write(place, picture)
      return asCommand(context, 'tickets.addPhotos', JSON.stringify([job, upload.body]), async work => {
        await addPhotos(work, job, photos)
        return addedPhotos.parse({ photos: photos.map(photo => photoAnswer(job.ticketId, photo)) })
      })
    })
    return c.json(output, 201)
  })

  routes.delete('/tickets/:ticketId/jobs/:jobNumber/photos/:photoId', async c => {
    const context = await asking(c)
    allow(context.occasion, 'photo.add')
    const { photoId, ...job } = pathOf(c, photoOfJobPath)
    const place = await beforeReading(context, async work => {
      await getOpenJob(work, job)
      return findPhotoPlace(work, job.ticketId, photoId)
    })
    const { output } = await keeper.deciding(place === null ? [] : [place], () =>
      asCommand(context, 'tickets.removePhoto', JSON.stringify([job, photoId]), async work => {
        await removePhoto(work, job, photoId)
        return done.parse({ done: true })
      }),
    )
    return c.json(output)
  })

  routes.get('/pictures/tickets/:ticketId/photos/:photoId', async c => {
    const context = await asking(c)
    allow(context.occasion, 'ticket.see')
    const { ticketId, photoId } = pathOf(c, photoPath)
    const place = await asQuery(context, work => photoToShow(work, ticketId, photoId))
    return sendPicture(c, door, place, 'private')
  })

  routes.get('/pictures/follow/:token/photos/:photoId', async c => {
    const { token, photoId } = pathOf(c, linkedPhotoPath)
    const context = await asCustomer(await asking(c), token)
    const place = await asQuery(context, work => photoToShow(work, linkedTicketOf(work), photoId))
    return sendPicture(c, door, place, 'private')
  })

  for (const image of IMAGES) {
    const slotOf: SlotAt['slotOf'] = c => {
      const { ticketId } = pathOf(c, ticketPath)
      return {
        name: `tickets.${image}`,
        ticketId,
        current: work => openImage(work, ticketId, image),
        urlOf: ({ pictureId }) => ticketImageUrl(ticketId, image, pictureId),
        save: (work, url) => changeTicketImage(work, ticketId, image, url),
      }
    }
    const at: SlotAt = { needs: 'ticket.change-images', slotOf }
    routes.put(`/tickets/:ticketId/${image}`, c => putImage(c, door, at))
    routes.delete(`/tickets/:ticketId/${image}`, c => removeImage(c, door, at))
    routes.get(`/pictures/tickets/:ticketId/${image}`, async c => {
      const context = await asking(c)
      allow(context.occasion, 'ticket.see')
      const { ticketId } = pathOf(c, ticketPath)
      const place = await asQuery(context, work => imageToShow(work, ticketId, image))
      return sendPicture(c, door, place, 'private')
    })
  }

  return routes
}
