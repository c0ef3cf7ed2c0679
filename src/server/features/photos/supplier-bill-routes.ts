// The bill of a sublet's supplier, for owner and writers alone: a photo of it, or the PDF as they sent it. It changes no
// amount, so it may be attached and removed at any time.

import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { imageRoutes as declared } from '#contract/routes/images.ts'
import { done } from '#contract/shared-schemas.ts'
import { idFromKey } from '#domain/lib/uuid.ts'
import { partDetail } from '#domain/tickets/activity.ts'
import type { SupplierBill } from '#domain/tickets/sublet.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { savePart } from '#server/features/tickets/job-store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { type FileLocation, pdfKeyOf } from '#server/files/file-keys.ts'
import { addRoute, type FileRouteContext } from '#server/http/uploads/file-route-context.ts'
import { readUpload } from '#server/http/uploads/multipart.ts'
import { authorizeBeforeBody, newFileLocation } from '#server/http/uploads/prepare-upload.ts'
import { sendImage } from '#server/http/uploads/send-image.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'

type PartKey = { readonly ticketId: number; readonly partId: string }

/** A sublet with its ticket, which a command locks. */
async function getSublet(work: UnitOfWork, { ticketId, partId }: PartKey) {
  authorize(work, 'part.price')
  const ticket = await getTicket(work, ticketId)
  const part = ticket.parts.find(each => each.partId === partId)
  if (part === undefined || part.sublet === null) throw notFound()
  return { ticket, part, sublet: part.sublet }
}

const findBill = async (work: UnitOfWork, key: PartKey) => (await getSublet(work, key)).sublet.bill

export function supplierBillRoutes(routeContext: FileRouteContext) {
  const { contextFor, imageProcessor, fileJournal } = routeContext
  const routes = new Hono()

  /** Refers to the new bill, or to none; the files of others are deleted. */
  async function saveBill(
    context: RequestContext,
    key: PartKey,
    { bill, before, body }: { bill?: SupplierBill; before: SupplierBill | null | undefined; body: string },
    write: (location: FileLocation) => Promise<void>,
  ) {
    const locationsOf = (of: SupplierBill | null | undefined): FileLocation[] =>
      of ? [{ ...newFileLocation(context, key.ticketId, of.fileId), isPdf: of.type === 'pdf' }] : []
    const locations = [...locationsOf(bill), ...locationsOf(before)]
    const name = bill === undefined ? 'tickets.removeSupplierBill' : 'tickets.putSupplierBill'
    const { output } = await fileJournal.withFileJournal(locations, async () => {
      for (const location of locationsOf(bill)) await write(location)
      return runCommand(context, name, JSON.stringify([key, body]), async work => {
        const { ticket, part, sublet } = await getSublet(work, key)
        const { bill: replaced, ...noted } = sublet
        locations.push(...locationsOf(replaced))
        if (bill === undefined && replaced === undefined) throw notFound()
        savePart(work, key.ticketId, { ...part, sublet: { ...noted, ...(bill && { bill }) } })
        const verb = bill === undefined ? 'remove-supplier-bill' : 'attach-supplier-bill'
        recordActivity(work, ticket, verb, partDetail(ticket, part))
        return done.parse({ done: true })
      })
    })
    return output
  }

  addRoute(routes, contextFor, declared.putSupplierBill, async (c, context, key) => {
    const before = await authorizeBeforeBody(context, work => findBill(work, key))
    const form = { field: 'bill', max: 1, takesPdf: true }
    const { images, pdf, body } = await readUpload(context, c.req.raw, imageProcessor, form)
    const fileId = idFromKey(context.idempotencyKey, randomUUID())
    const bill: SupplierBill = { fileId, type: pdf === null ? 'image' : 'pdf' }
    const output = await saveBill(context, key, { bill, before, body }, async location => {
      if (pdf !== null) await fileJournal.writePdf(location, pdf)
      for (const image of images) await fileJournal.write(location, image)
    })
    return c.json(output)
  })

  addRoute(routes, contextFor, declared.removeSupplierBill, async (c, context, key) => {
    const before = await authorizeBeforeBody(context, work => findBill(work, key))
    return c.json(await saveBill(context, key, { before, body: '' }, async () => {}))
  })

  addRoute(routes, contextFor, declared.supplierBill, async (c, context, key) => {
    const bill = await runQuery(context, work => findBill(work, key))
    if (bill === undefined) throw notFound()
    const location = newFileLocation(context, key.ticketId, bill.fileId)
    if (bill.type === 'image') return sendImage(c, routeContext, location, 'private', 'large')
    const bytes = await fileJournal.read(pdfKeyOf(location))
    if (bytes === null) throw notFound()
    // Of a supplier, not ours: saved, and never shown by this site.
    return c.body(bytes, 200, {
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `attachment; filename="Supplier Bill ${key.ticketId}.pdf"`,
      'Cache-Control': 'private, no-cache',
    })
  })

  return routes
}
