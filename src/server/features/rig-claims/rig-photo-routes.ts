// Photos of a rig's visits over HTTP: for its owner, and for a buyer by report link. Ownership may have changed, so
// it is checked each time.

import { Hono } from 'hono'
import { imageRoutes } from '#contract/routes/images.ts'
import { addRoute, type FileRouteContext } from '#server/http/uploads/file-route-context.ts'
import { sendImage } from '#server/http/uploads/send-image.ts'
import { asAnonymous, runQuery } from '#server/rpc/procedures.ts'
import { getReport } from './reports.ts'
import { getRigPhoto } from './rig-record.ts'

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
