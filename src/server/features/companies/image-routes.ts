// The company image over HTTP. It is public.

import { Hono } from 'hono'
import { imageRoutes } from '#contract/routes/images.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { companyImageUrl, imageIdOf } from '#server/files/file-keys.ts'
import { addRoute, type FileRouteContext } from '#server/http/uploads/file-route-context.ts'
import { sendImage } from '#server/http/uploads/send-image.ts'
import { deleteImage, type ImageField, uploadImage } from '#server/http/uploads/single-image.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { runQuery } from '#server/rpc/procedures.ts'
import { getCompany, getPublicImage, saveCompanyImage } from './store.ts'

const IMAGE_FIELD: ImageField = {
  name: 'companies.image',
  ticketId: null,
  current: async work => {
    authorize(work, 'company.change')
    return (await getCompany(work)).imageURL
  },
  urlOf: ({ companyId, imageId }) => companyImageUrl(companyId, imageId),
  save: (work, url) => {
    authorize(work, 'company.change')
    return saveCompanyImage(work, url)
  },
}

export function companyImageRoutes(routeContext: FileRouteContext) {
  const { contextFor } = routeContext
  const { putCompanyImage, removeCompanyImage, companyImage } = imageRoutes
  const routes = new Hono()

  addRoute(routes, contextFor, putCompanyImage, (c, context) =>
    uploadImage(c, context, routeContext, IMAGE_FIELD),
  )
  addRoute(routes, contextFor, removeCompanyImage, (c, context) =>
    deleteImage(c, context, routeContext, IMAGE_FIELD),
  )
  addRoute(routes, contextFor, companyImage, async (c, context, { companyUUID }) => {
    const url = await runQuery(context, work => getPublicImage(work, companyUUID))
    const imageId = imageIdOf(url)
    if (imageId === null) throw notFound()
    const isNamed = c.req.query('v') === imageId
    const location = { companyId: companyUUID, ticketId: null, imageId }
    return sendImage(c, routeContext, location, isNamed ? 'immutable' : 'public')
  })

  return routes
}
