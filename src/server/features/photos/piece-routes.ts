// A photo in pieces, for a connection that breaks before a whole one has arrived. Its last piece makes it a photo of the job
// line, in the same steps as a form with photos, or one that is handed to the desk.

import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { handedOverPhotoQuery } from '#contract/bay.ts'
import { receivedBytes } from '#contract/photos.ts'
import type { Route } from '#contract/procedure/route.ts'
import { imageRoutes, pieceQuery } from '#contract/routes/images.ts'
import { InvalidImageError, MAX_IMAGE_BYTES } from '#domain/photos/photo.ts'
import { MAX_PIECE_BYTES, MIN_PIECE_BYTES } from '#domain/photos/piece.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getPhotographed } from '#server/features/components/plate-store.ts'
import { addRoute, type FileRouteContext } from '#server/http/uploads/file-route-context.ts'
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
  NO_JOB,
  type PhotoUpload,
} from './piece-store.ts'
import { componentKey, handOverPhoto, type NewPhotos, savePhotos, savePlatePhoto } from './save-photos.ts'

const OFFSET = { error: 'Enter how many bytes of the photo come before this piece.' }
const pieceOffset = z
  .string(OFFSET)
  .regex(/^\d{1,9}$/, OFFSET)
  .transform(Number)

/** What a photo's path names: its job line, or its component. */
const photoAddress = z.object({
  ticketId: z.number(),
  jobNumber: z.number().default(NO_JOB),
  componentId: z.string().optional(),
  photoId: z.string(),
})
type PhotoAddress = Omit<z.output<typeof photoAddress>, 'photoId'>

const TYPE = 'application/octet-stream'
const FORM = { field: 'photos', max: 1 } as const

type Piece<Details> = {
  readonly upload: PhotoUpload & PhotoAddress
  readonly offset: number
  readonly content: Buffer
  readonly details: Details
}

/** Where a whole photo goes. */
type Destination<Details> = {
  readonly piece: Route<z.ZodObject>
  readonly progress: Route<z.ZodObject>
  /** The command that saves it. */
  readonly name: string
  /** Throws unless it may go there now. */
  readonly check: (work: UnitOfWork, address: PhotoAddress) => Promise<unknown>
  /** What else its address says. */
  readonly details: z.ZodType<Details>
  /** Counts a photo that begins. */
  readonly countStart?: (context: RequestContext) => Promise<unknown>
  readonly save: (
    routeContext: FileRouteContext,
    context: RequestContext,
    photo: NewPhotos,
    details: Details,
  ) => Promise<object>
}

const TO_JOB: Destination<unknown> = {
  piece: imageRoutes.addPhotoPiece,
  progress: imageRoutes.photoProgress,
  name: 'tickets.addPhotos',
  check: getOpenJob,
  details: z.unknown(),
  save: savePhotos,
}

/** The ticket may be another technician's by now, or gone: nothing of it is asked. */
const TO_DESK: Destination<z.output<typeof handedOverPhotoQuery>> = {
  piece: imageRoutes.handOverPhotoPiece,
  progress: imageRoutes.handedOverPhotoProgress,
  name: 'bay.handOverPhoto',
  check: async work => authorize(work, 'bay.see'),
  details: handedOverPhotoQuery,
  countStart: context => consumeRateLimit(context, 'bay.handOver'),
  save: handOverPhoto,
}

const TO_PLATE: Destination<z.output<typeof componentKey>> = {
  piece: imageRoutes.addPlatePiece,
  progress: imageRoutes.plateProgress,
  name: 'components.addPlatePhoto',
  check: async (work, address) => getPhotographed(work, componentKey.parse(address)),
  details: componentKey,
  save: savePlatePhoto,
}

/** The photo's address: its key is the request's idempotency key. */
function withAddress(context: RequestContext, params: unknown) {
  const { photoId: uploadKey, ...address } = photoAddress.parse(params)
  const withKey = { ...context, idempotencyKey: uploadKey }
  parseIdempotencyKey(withKey)
  return { context: withKey, address: { ...address, uploadKey } }
}

/** A connection that broke: read by no one. */
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

async function readPiece<Details>(
  c: Context,
  address: Omit<PhotoUpload & PhotoAddress, 'moment' | 'size'>,
  detailsSchema: Destination<Details>['details'],
): Promise<Piece<Details>> {
  const query = pieceQuery.safeParse(c.req.query())
  const details = detailsSchema.safeParse({ ...c.req.query(), ...address })
  const offset = pieceOffset.safeParse(c.req.header('upload-offset'))
  if (!query.success || !details.success || !offset.success)
    throw invalidBy(
      [...(query.error?.issues ?? []), ...(details.error?.issues ?? [])],
      offset.success ? {} : { 'Upload-Offset': OFFSET.error },
    )
  const { size, moment = '' } = query.data
  if (size > MAX_IMAGE_BYTES) throw invalidImage(new InvalidImageError('too-large'), 'size')
  const content = await readContent(c.req.raw)
  const end = offset.data + content.length
  if (content.length === 0) throw invalid({ '': 'Send at least one byte.' })
  if (end > size) throw invalid({ size: `This piece ends at byte ${end}, after the end of the photo.` })
  if (end < size && content.length < MIN_PIECE_BYTES)
    throw invalid({ '': `Send at least ${MIN_PIECE_BYTES / 1024} KB in every piece but the last.` })
  return { upload: { ...address, size, moment }, offset: offset.data, content, details: details.data }
}

export const photoPieceRoutes = (routeContext: FileRouteContext) =>
  new Hono()
    .route('/', pieceRoutes(routeContext, TO_JOB))
    .route('/', pieceRoutes(routeContext, TO_DESK))
    .route('/', pieceRoutes(routeContext, TO_PLATE))

function pieceRoutes<Details>(routeContext: FileRouteContext, destination: Destination<Details>) {
  const { contextFor, imageProcessor } = routeContext
  const { name, check } = destination
  const routes = new Hono()

  /** What identifies the photo under its key, also when its pieces are gone. */
  const bodyOf = ({ ticketId, jobNumber, componentId, moment, size }: PhotoUpload & PhotoAddress) =>
    JSON.stringify([{ ticketId, jobNumber, componentId }, 'in pieces', moment, size])

  /** The response to a photo that is whole already: the first one, if the sender may still have it. */
  const repeatResponse = (context: RequestContext, upload: PhotoUpload & PhotoAddress) =>
    runCommand(context, name, bodyOf(upload), async work => {
      await check(work, upload)
      throw new DoneAgain()
    })

  /** Stores a piece; null if the photo is whole already. */
  async function storePiece(context: RequestContext, { upload, offset, content }: Piece<Details>) {
    const { output } = await runCommand(
      { ...context, idempotencyKey: null },
      'tickets.addPhotoPiece',
      '',
      async work => {
        if (await isCompleted(work, upload.uploadKey)) return null
        await check(work, upload)
        return receivedBytes.parse({ received: await addPiece(work, upload, offset, content) })
      },
    )
    return output
  }

  /** All bytes of the photo, the last piece included; null if it is whole already. */
  const collectPieces = (context: RequestContext, { upload, offset, content }: Piece<Details>) =>
    authorizeBeforeBody(context, async work => {
      await check(work, upload)
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

  addRoute(routes, contextFor, destination.piece, async (c, sender, params) => {
    const { context, address } = withAddress(sender, params)
    const piece = await readPiece(c, address, destination.details)
    const { upload, offset, content, details } = piece
    await consumeRateLimit(context, 'upload-piece')
    if (offset === 0) {
      await destination.countStart?.(context)
      await consumeRateLimit(context, 'upload', upload.size)
    }
    const isLast = offset + content.length === upload.size
    if (!isLast) {
      const stored = await storePiece(context, piece)
      if (stored !== null) return c.json(stored)
    }
    const pieces = isLast ? await collectPieces(context, piece) : null
    if (pieces === null) return c.json((await repeatResponse(context, upload)).output, 201)
    const images = await processPieces(c, context, upload, pieces)
    const { ticketId, jobNumber, moment, uploadKey } = upload
    const photo = {
      ...{ jobKey: { ticketId, jobNumber }, moment, images, body: bodyOf(upload) },
      afterwards: (work: UnitOfWork) => deleteUploads(work, [uploadKey]),
    }
    return c.json(await destination.save(routeContext, context, photo, details), 201)
  })

  addRoute(routes, contextFor, destination.progress, async (c, sender, params) => {
    const { context, address } = withAddress(sender, params)
    const received = await runQuery(context, async work => {
      await check(work, address)
      return countReceivedBytes(work, address)
    })
    return c.json(receivedBytes.parse({ received }))
  })

  return routes
}
