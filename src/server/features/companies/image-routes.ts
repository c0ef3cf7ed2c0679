// The company image over HTTP. It is public.

import { Hono } from 'hono'
import * as z from 'zod'
import { ROUTE_PERMISSIONS } from '#contract/procedure/route-permissions.ts'
import { uuid } from '#contract/shared-schemas.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { companyImageUrl, imageIdOf } from '#server/files/file-keys.ts'
import { type FileRouteContext, parseParams } from '#server/http/uploads/file-route-context.ts'
import { sendImage } from '#server/http/uploads/send-image.ts'
import {
  deleteImage,
  type ImageEndpoint,
  type ImageField,
  uploadImage,
} from '#server/http/uploads/single-image.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { runQuery } from '#server/rpc/procedures.ts'
import { getCompany, getPublicImage, saveCompanyImage } from './store.ts'

const companyPath = z.object({ companyUUID: uuid })

const IMAGE_FIELD: ImageField = {
  name: 'companies.image',
  ticketId: null,
  current: async work => {
    authorize(work, ROUTE_PERMISSIONS.putCompanyImage)
    return (await getCompany(work)).imageURL
  },
  urlOf: ({ companyId, imageId }) => companyImageUrl(companyId, imageId),
  save: (work, url) => {
    authorize(work, ROUTE_PERMISSIONS.putCompanyImage)
    return saveCompanyImage(work, url)
  },
}

const IMAGE_ENDPOINT: ImageEndpoint = {
  permission: ROUTE_PERMISSIONS.putCompanyImage,
  fieldFor: () => IMAGE_FIELD,
}

export function companyImageRoutes(routeContext: FileRouteContext) {
  const routes = new Hono()

  routes.put('/company/image', c => uploadImage(c, routeContext, IMAGE_ENDPOINT))
  routes.delete('/company/image', c => deleteImage(c, routeContext, IMAGE_ENDPOINT))

  routes.get('/images/company_images/:companyUUID', async c => {
    const { companyUUID } = parseParams(c, companyPath)
    const url = await runQuery(await routeContext.contextFor(c), work => {
      authorize(work, ROUTE_PERMISSIONS.companyImage)
      return getPublicImage(work, companyUUID)
    })
    const imageId = imageIdOf(url)
    if (imageId === null) throw notFound()
    const isNamed = c.req.query('v') === imageId
    const location = { companyId: companyUUID, ticketId: null, imageId }
    return sendImage(c, routeContext, location, isNamed ? 'immutable' : 'public')
  })

  return routes
}
