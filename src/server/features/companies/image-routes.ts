// A company's image over HTTP. Anyone may look at it.

import { Hono } from 'hono'
import * as z from 'zod'
import { uuid } from '#contract/schema.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { companyImageUrl, pictureIdOf } from '#server/files/file-keys.ts'
import { type PictureDoor, pathOf, sendPicture } from '#server/files/file-routes.ts'
import { type ImageSlot, putImage, removeImage, type SlotAt } from '#server/files/image-upload.ts'
import { notFound } from '#server/rpc/errors.ts'
import { asQuery } from '#server/rpc/procedures.ts'
import { getCompany, getPublicImage, saveCompanyImage } from './store.ts'

const companyPath = z.object({ companyUUID: uuid })

const SLOT: ImageSlot = {
  name: 'companies.image',
  ticketId: null,
  current: async work => {
    allow(work, 'company.change')
    return (await getCompany(work)).imageURL
  },
  urlOf: ({ companyId, pictureId }) => companyImageUrl(companyId, pictureId),
  save: (work, url) => {
    allow(work, 'company.change')
    return saveCompanyImage(work, url)
  },
}

const AT: SlotAt = { needs: 'company.change', slotOf: () => SLOT }

export function companyImageRoutes(door: PictureDoor) {
  const routes = new Hono()

  routes.put('/company/image', c => putImage(c, door, AT))
  routes.delete('/company/image', c => removeImage(c, door, AT))

  routes.get('/pictures/company_images/:companyUUID', async c => {
    const { companyUUID } = pathOf(c, companyPath)
    const url = await asQuery(await door.asking(c), work => {
      allow(work, 'directory.see')
      return getPublicImage(work, companyUUID)
    })
    const pictureId = pictureIdOf(url)
    if (pictureId === null) throw notFound()
    const isNamed = c.req.query('v') === pictureId
    const place = { companyId: companyUUID, ticketId: null, pictureId }
    return sendPicture(c, door, place, isNamed ? 'for ever' : 'public')
  })

  return routes
}
