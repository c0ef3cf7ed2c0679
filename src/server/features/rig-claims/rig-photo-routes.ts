// Photos of a rig's visits over HTTP: for its owner, and for a buyer by report link. Ownership may have changed, so
// it is checked each time.

import { Hono } from 'hono'
import { imageRoutes } from '#contract/routes/images.ts'
import { photoFileNames } from '#domain/photos/photo-file-names.ts'
import { addRoute, type FileRouteContext } from '#server/http/uploads/file-route-context.ts'
import { sendImage } from '#server/http/uploads/send-image.ts'
import { sendPhotoArchive } from '#server/http/uploads/send-photo-archive.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { asAnonymous, consumeRateLimit, runQuery } from '#server/rpc/procedures.ts'
import { getReport } from './reports.ts'
import { getRigPhoto, getRigRecord } from './rig-record.ts'

export function rigPhotoRoutes(routeContext: FileRouteContext) {
  const { contextFor } = routeContext
  const routes = new Hono()

  addRoute(routes, contextFor, imageRoutes.rigPhoto, async (c, context, params) => {
    const { vin, companyUUID, photoId, size } = params
    const location = await runQuery(context, work =>
      getRigPhoto(work, { vin, reportId: null }, companyUUID, photoId),
    )
    return sendImage(c, routeContext, location, 'private', size)
  })

  addRoute(routes, contextFor, imageRoutes.rigPhotos, async (c, context, { vin, ...visit }) => {
    await consumeRateLimit(context, 'photo-archive')
    const key = { vin, reportId: null }
    const { work, addenda, completedTimestamp } = await runQuery(context, async unit => {
      const { visits } = await getRigRecord(unit, key, '')
      const found = visits.find(
        ({ companyUUID, ticketId }) => companyUUID === visit.companyUUID && ticketId === visit.ticketId,
      )
      if (found === undefined) throw notFound()
      return found
    })
    const lines = work.map((line, index) => ({ ...line, jobNumber: index + 1 }))
    const photos = photoFileNames(lines, addenda).map(({ photo: { photoId }, fileName }) => ({
      fileName,
      at: completedTimestamp,
      locate: () => runQuery(context, unit => getRigPhoto(unit, key, visit.companyUUID, photoId)),
    }))
    const name = `Photos ${visit.ticketId}`
    return sendPhotoArchive(c, context, routeContext.fileJournal.read, { name, photos })
  })

  addRoute(routes, contextFor, imageRoutes.reportPhoto, async (c, context, params) => {
    const { token, companyUUID, photoId, size } = params
    const location = await runQuery(asAnonymous(context), async work => {
      const report = await getReport(work, context.keyedHash, token)
      return getRigPhoto(work, report, companyUUID, photoId)
    })
    return sendImage(c, routeContext, location, 'private', size)
  })

  return routes
}
