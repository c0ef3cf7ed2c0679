// The photos of a rig's visits over HTTP: for its holder, and for a buyer by a report's link. Whose the rig is may
// have changed since the last look, so it is asked again at each.

import { Hono } from 'hono'
import * as z from 'zod'
import { uuid, vin } from '#contract/schema.ts'
import { PICTURE_SIZES } from '#domain/photos/photo.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { type PictureDoor, pathOf, sendPicture } from '#server/files/file-routes.ts'
import { asQuery, asVisitor } from '#server/rpc/procedures.ts'
import { getReport } from './reports.ts'
import { getRigPhoto } from './rig-record.ts'

const photo = { companyUUID: uuid, photoId: uuid, size: z.enum(PICTURE_SIZES) }
const ownPath = z.object({ vin, ...photo })
const reportPath = z.object({ token: z.string().max(100), ...photo })

export function rigPhotoRoutes(door: PictureDoor) {
  const routes = new Hono()

  routes.get('/my/rigs/:vin/photos/:companyUUID/:photoId/:size', async c => {
    const context = await door.asking(c)
    allow(context.occasion, 'my.see')
    const { vin, companyUUID, photoId, size } = pathOf(c, ownPath)
    const place = await asQuery(context, work =>
      getRigPhoto(work, { vin, reportId: null }, companyUUID, photoId),
    )
    return sendPicture(c, door, place, 'private', size)
  })

  routes.get('/rig-reports/:token/photos/:companyUUID/:photoId/:size', async c => {
    const context = await door.asking(c)
    const { token, companyUUID, photoId, size } = pathOf(c, reportPath)
    const place = await asQuery(asVisitor(context), async work => {
      const report = await getReport(work, context.fingerprint, token)
      return getRigPhoto(work, report, companyUUID, photoId)
    })
    return sendPicture(c, door, place, 'private', size)
  })

  return routes
}
