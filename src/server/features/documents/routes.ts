// A ticket's paper as a PDF over HTTP: for the desk by its number, for its customer by their link.

import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { linkToken } from '#contract/customer-view.ts'
import { ticketId, uuid } from '#contract/schema.ts'
import { MOST_PHOTOS_ON_A_PAPER, paperName } from '#domain/documents/document.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { asCustomer, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { type PictureDoor, pathOf } from '#server/files/file-routes.ts'
import { whoTries } from '#server/http/middleware/rate-limiter.ts'
import { drawPaper } from '#server/pdf/render-queue.ts'
import { invalid } from '#server/rpc/errors.ts'
import { asQuery, countTry, type RequestContext } from '#server/rpc/procedures.ts'
import { paperToDraw } from './queries.ts'

const ticketPath = z.object({ ticketId })
const linkPath = z.object({ token: linkToken })
const photoIds = z.array(uuid)

/** The photos that were asked for, each once. Throws INVALID for what is none, or for too many. */
function photosOf(c: Context): readonly string[] {
  const asked = (c.req.query('photos') ?? '').split(',').filter(id => id !== '')
  const read = photoIds.safeParse([...new Set(asked)])
  if (!read.success) throw invalid({ photos: 'Name photos by their ids, with commas between them.' })
  if (read.data.length > MOST_PHOTOS_ON_A_PAPER)
    throw invalid({ photos: `Choose at most ${MOST_PHOTOS_ON_A_PAPER} photos.` })
  return read.data
}

export function paperRoutes({ asking, keeper }: Pick<PictureDoor, 'asking' | 'keeper'>) {
  const routes = new Hono()

  async function send(c: Context, context: RequestContext, ticketId: number, photos: readonly string[]) {
    const wanted = await asQuery(context, work => paperToDraw(work, context, ticketId, photos))
    const { address, company } = whoTries(context.occasion.actor, context.address)
    const isCustomer = context.occasion.actor.kind === 'customer'
    const whose = `${isCustomer ? address : company}`
    const leaving = c.req.raw.signal
    const bytes = await drawPaper(wanted, keeper.read, { whose, leaving }).catch(fault => {
      if (leaving.aborted) return null
      throw fault
    })
    // Nobody reads it.
    if (bytes === null) return c.body(null, 408)
    return c.body(bytes, 200, {
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `inline; filename="${paperName(wanted.paper)}.pdf"`,
    })
  }

  routes.get('/tickets/:ticketId/paper.pdf', async c => {
    const context = await asking(c)
    allow(context.occasion, 'money.see')
    const { ticketId } = pathOf(c, ticketPath)
    const photos = photosOf(c)
    await countTry(context, 'paper')
    return send(c, context, ticketId, photos)
  })

  routes.get('/follow/:token/paper.pdf', async c => {
    const { token } = pathOf(c, linkPath)
    const context = await asCustomer(await asking(c), token)
    const photos = photosOf(c)
    const { account: link = null, ...who } = whoTries(context.occasion.actor, context.address)
    await context.counts.count('paper', { ...who, link })
    return send(c, context, linkedTicketOf(context.occasion), photos)
  })

  return routes
}
