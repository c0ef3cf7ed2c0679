// A photo in pieces, for a line that breaks before a whole one has arrived. Its last piece makes it a photo of the job
// line, in the same steps as a form with photos.

import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { photoStage, receivedBytes } from '#contract/photos.ts'
import { ticketId, uuid } from '#contract/shared-schemas.ts'
import { InvalidImageError, MAX_IMAGE_BYTES } from '#domain/photos/photo.ts'
import { MAX_PIECE_BYTES, MIN_PIECE_BYTES } from '#domain/photos/piece.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { type FileRouteContext, parseParams } from '#server/http/uploads/file-route-context.ts'
import { processImages } from '#server/http/uploads/multipart.ts'
import { authorizeBeforeBody } from '#server/http/uploads/prepare-upload.ts'
import {
  invalid,
  invalidBy,
  invalidImage,
  isApiError,
  pieceTooLarge,
  resumeAt,
  unsupportedMediaType,
} from '#server/lib/api-errors.ts'
import { DoneAgain, isCompleted } from '#server/rpc/idempotency.ts'
import { consumeRateLimit, parseIdempotencyKey, runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { getOpenJob } from './commands.ts'
import {
  addPiece,
  countReceivedBytes,
  deleteUploads,
  getReceivedBytes,
  listPieces,
  type PhotoUpload,
} from './piece-store.ts'
import { savePhotos } from './save-photos.ts'

const piecePath = z.object({ ticketId, jobNumber: z.coerce.number().int().min(1), photoId: uuid })
const SIZE = { error: 'Enter the size of the photo in bytes.' }
const pieceQuery = z.object({
  moment: photoStage.default(''),
  size: z.coerce.number(SIZE).int(SIZE).min(1, SIZE),
})
const OFFSET = { error: 'Enter how many bytes of the photo come before this piece.' }
const pieceOffset = z
  .string(OFFSET)
  .regex(/^\d{1,9}$/, OFFSET)
  .transform(Number)

const TYPE = 'application/octet-stream'
const FORM = { field: 'photos', max: 1 } as const

type Piece = { readonly upload: PhotoUpload; readonly offset: number; readonly content: Buffer }

/** The photo's address: its key is the request's idempotency key. */
function parseAddress(c: Context, context: RequestContext) {
  const { photoId: uploadKey, ...jobKey } = parseParams(c, piecePath)
  const withKey = { ...context, idempotencyKey: uploadKey }
  parseIdempotencyKey(withKey)
  return { context: withKey, address: { ...jobKey, uploadKey } }
}

/** A line that broke: read by no one. */
const incomplete = () => invalid({ '': 'This piece did not arrive whole. Send it again.' })

/** The body, which is read to its end only if it is a piece. */
async function readContent({ headers, body }: Request): Promise<Buffer> {
  if (headers.get('content-type') !== TYPE) throw unsupportedMediaType(TYPE)
  if (Number(headers.get('content-length') ?? 0) > MAX_PIECE_BYTES) throw pieceTooLarge()
  if (body === null) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  let size = 0
  // The types of the web and Node streams are not compatible.
  const stream = Readable.fromWeb(body as NodeReadableStream)
  try {
    for await (const chunk of stream) {
      size += chunk.length
      if (size > MAX_PIECE_BYTES) break
      chunks.push(chunk)
    }
  } catch {
    throw incomplete()
  }
  if (size > MAX_PIECE_BYTES) throw pieceTooLarge()
  return Buffer.concat(chunks)
}

async function readPiece(c: Context, address: Omit<PhotoUpload, 'moment' | 'size'>): Promise<Piece> {
  const query = pieceQuery.safeParse(c.req.query())
  const offset = pieceOffset.safeParse(c.req.header('upload-offset'))
  if (!query.success || !offset.success)
    throw invalidBy(query.error?.issues ?? [], offset.success ? {} : { 'Upload-Offset': OFFSET.error })
  const { size, moment } = query.data
  if (size > MAX_IMAGE_BYTES) throw invalidImage(new InvalidImageError('too-large'), 'size')
  const content = await readContent(c.req.raw)
  const end = offset.data + content.length
  if (content.length === 0) throw invalid({ '': 'Send at least one byte.' })
  if (end > size) throw invalid({ size: `This piece ends at byte ${end}, after the end of the photo.` })
  if (end < size && content.length < MIN_PIECE_BYTES)
    throw invalid({ '': `Send at least ${MIN_PIECE_BYTES / 1024} KB in every piece but the last.` })
  return { upload: { ...address, size, moment }, offset: offset.data, content }
}

export function photoPieceRoutes(routeContext: FileRouteContext) {
  const { contextFor, imageProcessor } = routeContext
  const routes = new Hono()
  const path = '/tickets/:ticketId/jobs/:jobNumber/photos/:photoId'

  /** What identifies the photo under its key, also when its pieces are gone. */
  const bodyOf = ({ ticketId, jobNumber, moment, size }: PhotoUpload) =>
    JSON.stringify([{ ticketId, jobNumber }, 'in pieces', moment, size])

  /** The response to a photo that is whole already: the first one, if the sender may still have it. */
  const repeatResponse = (context: RequestContext, upload: PhotoUpload) =>
    runCommand(context, 'tickets.addPhotos', bodyOf(upload), async work => {
      await getOpenJob(work, upload)
      throw new DoneAgain()
    })

  /** Stores a piece; null if the photo is whole already. */
  async function storePiece(context: RequestContext, { upload, offset, content }: Piece) {
    const { output } = await runCommand(
      { ...context, idempotencyKey: null },
      'tickets.addPhotoPiece',
      '',
      async work => {
        if (await isCompleted(work, upload.uploadKey)) return null
        await getOpenJob(work, upload)
        return receivedBytes.parse({ received: await addPiece(work, upload, offset, content) })
      },
    )
    return output
  }

  /** All bytes of the photo, the last piece included; null if it is whole already. */
  const collectPieces = (context: RequestContext, { upload, offset, content }: Piece) =>
    authorizeBeforeBody(context, async work => {
      await getOpenJob(work, upload)
      const received = await getReceivedBytes(work, upload)
      if (received !== offset) throw resumeAt(received)
      const pieces = await listPieces(work, upload.uploadKey)
      // The same piece, sent twice, made it a photo meanwhile: its beginning is gone.
      if (pieces.reduce((total, { length }) => total + length, 0) !== offset) throw resumeAt(0)
      return [...pieces, content]
    })

  const discard = (context: RequestContext, { uploadKey }: PhotoUpload) =>
    runCommand({ ...context, idempotencyKey: null }, 'tickets.discardPieces', '', work =>
      deleteUploads(work, [uploadKey]),
    )

  async function processPieces(c: Context, context: RequestContext, upload: PhotoUpload, pieces: Buffer[]) {
    const received = await imageProcessor.receive(Readable.from(pieces))
    try {
      return await processImages(context, c.req.raw, imageProcessor, FORM, [received])
    } catch (error) {
      if (c.req.raw.signal.aborted) throw incomplete()
      // It will never be a photo. After any other error, the last piece is sent again.
      if (isApiError(error) && error.code === 'INVALID') await discard(context, upload)
      throw error
    } finally {
      await received.discard()
    }
  }

  routes.patch(path, async c => {
    const asked = await contextFor(c)
    authorize(asked.execution, 'photo.add')
    const { context, address } = parseAddress(c, asked)
    const piece = await readPiece(c, address)
    const { upload, offset, content } = piece
    await consumeRateLimit(context, 'upload-piece')
    if (offset === 0) await consumeRateLimit(context, 'upload', upload.size)
    const isLast = offset + content.length === upload.size
    if (!isLast) {
      const stored = await storePiece(context, piece)
      if (stored !== null) return c.json(stored)
    }
    const pieces = isLast ? await collectPieces(context, piece) : null
    if (pieces === null) return c.json((await repeatResponse(context, upload)).output, 201)
    const images = await processPieces(c, context, upload, pieces)
    const { jobNumber, moment, uploadKey } = upload
    const output = await savePhotos(routeContext, context, {
      jobKey: { ticketId: upload.ticketId, jobNumber },
      ...{ images, moment, body: bodyOf(upload) },
      afterwards: work => deleteUploads(work, [uploadKey]),
    })
    return c.json(output, 201)
  })

  routes.get(path, async c => {
    const asked = await contextFor(c)
    authorize(asked.execution, 'photo.add')
    const { context, address } = parseAddress(c, asked)
    const received = await runQuery(context, async work => {
      await getOpenJob(work, address)
      return countReceivedBytes(work, address)
    })
    return c.json(receivedBytes.parse({ received }))
  })

  return routes
}
