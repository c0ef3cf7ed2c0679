// Photos of a rig's visits over HTTP: for its owner, and for a buyer by report link. Ownership may have changed, so
// it is checked each time.

import { Hono } from 'hono'
import * as z from 'zod'
import { ROUTE_PERMISSIONS } from '#contract/procedure/route-permissions.ts'
import { uuid, vin } from '#contract/shared-schemas.ts'
import { IMAGE_SIZES } from '#domain/photos/photo.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { type FileRouteContext, parseParams } from '#server/http/uploads/file-route-context.ts'
import { sendImage } from '#server/http/uploads/send-image.ts'
import { asAnonymous, runQuery } from '#server/rpc/procedures.ts'
import { getReport } from './reports.ts'
import { getRigPhoto } from './rig-record.ts'

const photo = { companyUUID: uuid, photoId: uuid, size: z.enum(IMAGE_SIZES) }
const ownPhotoPath = z.object({ vin, ...photo })
const reportPhotoPath = z.object({ token: z.string().max(100), ...photo })

export function rigPhotoRoutes(routeContext: FileRouteContext) {
  const routes = new Hono()

  routes.get('/my/rigs/:vin/photos/:companyUUID/:photoId/:size', async c => {
    const context = await routeContext.contextFor(c)
    authorize(context.execution, ROUTE_PERMISSIONS.rigPhoto)
    const { vin, companyUUID, photoId, size } = parseParams(c, ownPhotoPath)
    const location = await runQuery(context, work =>
      getRigPhoto(work, { vin, reportId: null }, companyUUID, photoId),
    )
    return sendImage(c, routeContext, location, 'private', size)
  })

  routes.get('/rig-reports/:token/photos/:companyUUID/:photoId/:size', async c => {
    const context = await routeContext.contextFor(c)
    const { token, companyUUID, photoId, size } = parseParams(c, reportPhotoPath)
    const location = await runQuery(asAnonymous(context), async work => {
      const report = await getReport(work, context.keyedHash, token)
      return getRigPhoto(work, report, companyUUID, photoId)
    })
    return sendImage(c, routeContext, location, 'private', size)
  })

  return routes
}
