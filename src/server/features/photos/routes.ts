// A ticket's images over HTTP: photos of its job lines, its customer's image and its rig's.

import { Hono } from 'hono'
import * as z from 'zod'
import { linkToken } from '#contract/customer-view.ts'
import { photoStage } from '#contract/photos.ts'
import { ROUTE_PERMISSIONS } from '#contract/procedure/route-permissions.ts'
import { done, jobNumber, ticketId, uuid } from '#contract/shared-schemas.ts'
import type { Action } from '#domain/account/permission.ts'
import { MAX_PHOTOS_PER_UPLOAD } from '#domain/photos/photo.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { findHandedOverLocation } from '#server/features/bay/store.ts'
import { asCustomer, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { imageIdOf, type TicketImage, ticketImageUrl } from '#server/files/file-keys.ts'
import { type FileRouteContext, parseParams } from '#server/http/uploads/file-route-context.ts'
import { readUpload } from '#server/http/uploads/multipart.ts'
import { authorizeBeforeBody } from '#server/http/uploads/prepare-upload.ts'
import { sendImage } from '#server/http/uploads/send-image.ts'
import { deleteImage, type ImageEndpoint, uploadImage } from '#server/http/uploads/single-image.ts'
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
import { findPhotoLocation, getPhotoTicket } from './store.ts'

const ticketPath = z.object({ ticketId })
const jobPath = ticketPath.extend({ jobNumber })
const photoPath = z.object({ ticketId, photoId: uuid })
const linkedPhotoPath = z.object({ token: linkToken, photoId: uuid })
const handOverPath = z.object({ handOverId: uuid })
const photoOfJobPath = jobPath.extend({ photoId: uuid })

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
const TICKET_IMAGES: readonly { image: TicketImage; see: Action; change: Action }[] = [
  {
    image: 'customer-image',
    see: ROUTE_PERMISSIONS.customerImage,
    change: ROUTE_PERMISSIONS.putCustomerImage,
  },
  { image: 'rig-image', see: ROUTE_PERMISSIONS.rigImage, change: ROUTE_PERMISSIONS.putRigImage },
]

export function photoRoutes(routeContext: FileRouteContext) {
  const { contextFor, imageProcessor, fileReconciler } = routeContext
  const routes = new Hono()

  routes.post('/tickets/:ticketId/jobs/:jobNumber/photos', async c => {
    const context = await contextFor(c)
    authorize(context.execution, ROUTE_PERMISSIONS.addPhotos)
    const jobKey = parseParams(c, jobPath)
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

  routes.delete('/tickets/:ticketId/jobs/:jobNumber/photos/:photoId', async c => {
    const context = await contextFor(c)
    authorize(context.execution, ROUTE_PERMISSIONS.removePhoto)
    const { photoId, ...jobKey } = parseParams(c, photoOfJobPath)
    const location = await authorizeBeforeBody(context, async work => {
      await getOpenJob(work, jobKey)
      return findPhotoLocation(work, jobKey.ticketId, photoId)
    })
    const { output } = await fileReconciler.withFileJournal(location === null ? [] : [location], () =>
      runCommand(context, 'tickets.removePhoto', JSON.stringify([jobKey, photoId]), async work => {
        await deletePhotoOfJob(work, jobKey, photoId)
        return done.parse({ done: true })
      }),
    )
    return c.json(output)
  })

  routes.get('/images/tickets/:ticketId/photos/:photoId', async c => {
    const context = await contextFor(c)
    authorize(context.execution, ROUTE_PERMISSIONS.photo)
    const { ticketId, photoId } = parseParams(c, photoPath)
    const location = await runQuery(context, work => getVisiblePhoto(work, ticketId, photoId))
    return sendImage(c, routeContext, location, 'private')
  })

  routes.get('/images/follow/:token/photos/:photoId', async c => {
    const { token, photoId } = parseParams(c, linkedPhotoPath)
    const context = await asCustomer(await contextFor(c), token)
    const location = await runQuery(context, work => getVisiblePhoto(work, linkedTicketOf(work), photoId))
    return sendImage(c, routeContext, location, 'private')
  })

  routes.get('/images/hand-overs/:handOverId/photo', async c => {
    const context = await contextFor(c)
    authorize(context.execution, ROUTE_PERMISSIONS.handedOverPhoto)
    const { handOverId } = parseParams(c, handOverPath)
    const location = await runQuery(context, work => getHandedOverPhoto(work, handOverId))
    return sendImage(c, routeContext, location, 'private')
  })

  for (const { image, see, change } of TICKET_IMAGES) {
    const fieldFor: ImageEndpoint['fieldFor'] = c => {
      const { ticketId } = parseParams(c, ticketPath)
      return {
        name: `tickets.${image}`,
        ticketId,
        current: work => getEditableImage(work, ticketId, image),
        urlOf: ({ imageId }) => ticketImageUrl(ticketId, image, imageId),
        save: (work, url) => saveTicketImage(work, ticketId, image, url),
      }
    }
    const endpoint: ImageEndpoint = { permission: change, fieldFor }
    routes.put(`/tickets/:ticketId/${image}`, c => uploadImage(c, routeContext, endpoint))
    routes.delete(`/tickets/:ticketId/${image}`, c => deleteImage(c, routeContext, endpoint))
    routes.get(`/images/tickets/:ticketId/${image}`, async c => {
      const context = await contextFor(c)
      authorize(context.execution, see)
      const { ticketId } = parseParams(c, ticketPath)
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
