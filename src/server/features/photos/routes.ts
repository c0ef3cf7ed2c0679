// A ticket's images over HTTP: photos of its job lines, its customer's image and its rig's.

import { Hono } from 'hono'
import { photoStage } from '#contract/photos.ts'
import { imageRoutes as declared } from '#contract/routes/images.ts'
import { done, uuid } from '#contract/shared-schemas.ts'
import { MAX_PHOTOS_PER_UPLOAD } from '#domain/photos/photo.ts'
import { photoFileNames } from '#domain/photos/photo-file-names.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { listAddenda } from '#server/features/addenda/store.ts'
import { findHandedOverLocation } from '#server/features/bay/store.ts'
import { getPlateLocation } from '#server/features/components/plate-store.ts'
import { asCustomer, consumeAsCustomer, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { imageIdOf, type TicketImage, ticketImageUrl } from '#server/files/file-keys.ts'
import { addRoute, type FileRouteContext } from '#server/http/uploads/file-route-context.ts'
import { readUpload } from '#server/http/uploads/multipart.ts'
import { authorizeBeforeBody } from '#server/http/uploads/prepare-upload.ts'
import { sendImage } from '#server/http/uploads/send-image.ts'
import { type ArchivedPhoto, sendPhotoArchive } from '#server/http/uploads/send-photo-archive.ts'
import { deleteImage, type ImageField, uploadImage } from '#server/http/uploads/single-image.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { runCommand, runQuery } from '#server/rpc/procedures.ts'
import {
  deletePhotoOfJob,
  getEditableImage,
  getJobForPhotos,
  getOpenJob,
  saveTicketImage,
} from './commands.ts'
import { savePhotos } from './save-photos.ts'
import { findPhotoLocation, getPhotoTicket, listPhotoLocations } from './store.ts'

const stageOfForm = photoStage.default('')
const addendumOfForm = uuid.optional()

const PHOTO_FORM = {
  field: 'photos',
  textFields: ['moment', 'addendumId'],
  max: MAX_PHOTOS_PER_UPLOAD,
  fieldErrors: ({ moment, addendumId }: Readonly<Record<string, string>>): Record<string, string> => {
    const [issue] = stageOfForm.safeParse(moment).error?.issues ?? []
    return {
      ...(issue !== undefined && { moment: issue.message }),
      ...(!addendumOfForm.safeParse(addendumId).success && { addendumId: 'Enter the id of an addendum.' }),
    }
  },
}
const IMAGE_ROUTES = {
  'customer-image': [declared.putCustomerImage, declared.removeCustomerImage, declared.customerImage],
  'rig-image': [declared.putRigImage, declared.removeRigImage, declared.rigImage],
} as const

const imageField = (ticketId: number, image: TicketImage): ImageField => ({
  name: `tickets.${image}`,
  ticketId,
  current: work => getEditableImage(work, ticketId, image),
  urlOf: ({ imageId }) => ticketImageUrl(ticketId, image, imageId),
  save: (work, url) => saveTicketImage(work, ticketId, image, url),
})

export function photoRoutes(routeContext: FileRouteContext) {
  const { contextFor, imageProcessor, fileJournal } = routeContext
  const routes = new Hono()

  addRoute(routes, contextFor, declared.addPhotos, async (c, context, jobKey) => {
    await authorizeBeforeBody(context, work => getJobForPhotos(work, jobKey))
    const upload = await readUpload(context, c.req.raw, imageProcessor, PHOTO_FORM)
    const moment = stageOfForm.parse(upload.fields.moment)
    const addendumId = addendumOfForm.parse(upload.fields.addendumId)
    const output = await savePhotos(routeContext, context, {
      ...{ jobKey, moment, addendumId, images: upload.images },
      body: JSON.stringify([jobKey, upload.body]),
    })
    return c.json(output, 201)
  })

  addRoute(routes, contextFor, declared.removePhoto, async (c, context, { photoId, ...jobKey }) => {
    const location = await authorizeBeforeBody(context, async work => {
      await getOpenJob(work, jobKey)
      return findPhotoLocation(work, jobKey.ticketId, photoId)
    })
    const { output } = await fileJournal.withFileJournal(location === null ? [] : [location], () =>
      runCommand(context, 'tickets.removePhoto', JSON.stringify([jobKey, photoId]), async work => {
        await deletePhotoOfJob(work, jobKey, photoId)
        return done.parse({ done: true })
      }),
    )
    return c.json(output)
  })

  addRoute(routes, contextFor, declared.photo, async (c, context, { ticketId, photoId }) => {
    const location = await runQuery(context, work => getVisiblePhoto(work, ticketId, photoId))
    return sendImage(c, routeContext, location, 'private')
  })

  addRoute(routes, contextFor, declared.plate, async (c, context, { ticketId, photoId }) => {
    const location = await runQuery(context, work => getPlateLocation(work, ticketId, photoId))
    return sendImage(c, routeContext, location, 'private')
  })

  addRoute(routes, contextFor, declared.linkPhoto, async (c, visitor, { token, photoId }) => {
    const context = await asCustomer(visitor, token)
    const location = await runQuery(context, work => getVisiblePhoto(work, linkedTicketOf(work), photoId))
    return sendImage(c, routeContext, location, 'private')
  })

  addRoute(routes, contextFor, declared.linkPhotos, async (c, visitor, { token }) => {
    const context = await asCustomer(visitor, token)
    await consumeAsCustomer(context, 'photo-archive')
    const ticketId = linkedTicketOf(context.execution)
    const photos = await runQuery(context, work => listArchivedPhotos(work, ticketId))
    return sendPhotoArchive(c, context, fileJournal.read, { name: `Photos ${ticketId}`, photos })
  })

  addRoute(routes, contextFor, declared.handedOverPhoto, async (c, context, { handOverId }) => {
    const location = await runQuery(context, work => getHandedOverPhoto(work, handOverId))
    return sendImage(c, routeContext, location, 'private')
  })

  for (const image of ['customer-image', 'rig-image'] as const) {
    const [put, remove, get] = IMAGE_ROUTES[image]
    addRoute(routes, contextFor, put, (c, context, { ticketId }) =>
      uploadImage(c, context, routeContext, imageField(ticketId, image)),
    )
    addRoute(routes, contextFor, remove, (c, context, { ticketId }) =>
      deleteImage(c, context, routeContext, imageField(ticketId, image)),
    )
    addRoute(routes, contextFor, get, async (c, context, { ticketId }) => {
      const location = await runQuery(context, work => getVisibleImage(work, ticketId, image))
      return sendImage(c, routeContext, location, 'private')
    })
  }

  return routes
}

// Which image the actor may see. Permissions are checked first.

async function getVisibleTicket(work: UnitOfWork, ticketId: number) {
  authorize(work, 'ticket.see')
  const ticket = await getPhotoTicket(work, ticketId)
  authorize(work, 'ticket.see', ticket)
  return ticket
}

async function getVisiblePhoto(work: UnitOfWork, ticketId: number, photoId: string) {
  await getVisibleTicket(work, ticketId)
  const location = await findPhotoLocation(work, ticketId, photoId)
  if (location === null) throw notFound()
  return location
}

async function listArchivedPhotos(work: UnitOfWork, ticketId: number): Promise<ArchivedPhoto[]> {
  await getVisibleTicket(work, ticketId)
  const { jobs } = await getTicket(work, ticketId)
  const addenda = await listAddenda(work, ticketId)
  const locations = await listPhotoLocations(work, ticketId)
  return photoFileNames(jobs, addenda).flatMap(({ photo: { photoId, addedAt }, fileName }) => {
    const location = locations.get(photoId)
    return location === undefined ? [] : [{ fileName, at: addedAt, locate: async () => location }]
  })
}

async function getHandedOverPhoto(work: UnitOfWork, handOverId: string) {
  authorize(work, 'bay.oversee')
  const location = await findHandedOverLocation(work, handOverId)
  if (location === null) throw notFound()
  return location
}

async function getVisibleImage(work: UnitOfWork, ticketId: number, image: TicketImage) {
  const { profileImageUrl, rvImage } = await getVisibleTicket(work, ticketId)
  const imageId = imageIdOf(image === 'customer-image' ? profileImageUrl : rvImage)
  if (imageId === null) throw notFound()
  return { companyId: work.companyId, ticketId, imageId }
}
