// Images, or a PDF, as multipart, parsed while streaming. The first unusable image ends parsing, and nothing of the others is
// left.

import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { unknownFieldSentence } from '#contract/procedure/validation-sentences.ts'
import { hasImageSignature, SIGNATURE_BYTES } from '#domain/photos/image-signature.ts'
import { InvalidImageError, MAX_IMAGE_BYTES } from '#domain/photos/photo.ts'
import type { ImageProcessor, ProcessedImage, ReceivedFile } from '#server/files/image-processor.ts'
import { invalid, invalidImage } from '#server/lib/api-errors.ts'
import { consumeRateLimit, parseIdempotencyKey } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { requesterOf } from './file-route-context.ts'

const MAX_FIELDS = 8
const PHOTO_OR_PDF = 'Choose a photo or a PDF.'
const MAX_FIELD_BYTES = 1000

type UploadForm = {
  /** The field of an image's error: `photos.0` and so on, or the name alone. */
  readonly field: string
  readonly max: number
  /** The names of its text fields. */
  readonly textFields?: readonly string[]
  /** Whether the form may have none. */
  readonly isOptional?: boolean
  /** Whether its only file may be a PDF, which is stored as it is. */
  readonly takesPdf?: boolean
  /** The maximum length of other fields. */
  readonly maxFieldBytes?: number
  /** The rate limit it counts against. */
  readonly action?: 'upload' | 'booking'
  /** The errors of its text fields, which are told together with the form's other ones. */
  readonly fieldErrors?: (fields: ParsedUpload['fields']) => Readonly<Record<string, string>>
  /** Validates the fields before any image is processed; throws their errors. */
  readonly validateFields?: (fields: ParsedUpload['fields']) => Promise<void>
}

type ParsedUpload = {
  readonly images: readonly ProcessedImage[]
  /** In place of an image. */
  readonly pdf: Uint8Array | null
  readonly fields: Readonly<Record<string, string>>
  /** A fingerprint of the form, to tell a repeat from another request. */
  readonly body: string
}

const invalidMultipart = (field: string) =>
  invalid({ [field]: 'Send the images as complete multipart/form-data.' })

const fieldName = ({ field, max }: Pick<UploadForm, 'field' | 'max'>, index: number): string =>
  max === 1 ? field : `${field}.${index}`

function createParser(
  request: Request,
  { field, max, textFields = [], maxFieldBytes = MAX_FIELD_BYTES }: UploadForm,
): BusboyInstance {
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const limits = { files: max, fields: MAX_FIELDS, fieldSize: maxFieldBytes, headerPairs: 20 }
  try {
    return new Busboy({
      headers,
      limits,
      // Programs send JSON as a file of that type.
      isPartAFile: (name, type, fileName) =>
        (fileName !== undefined || type === 'application/octet-stream') && !textFields.includes(name ?? ''),
    })
  } catch {
    throw invalidMultipart(field)
  }
}

async function receiveFiles(request: Request, imageProcessor: ImageProcessor, form: UploadForm) {
  const { field, max, textFields = [], isOptional = false, fieldErrors = () => ({}) } = form
  const parser = createParser(request, form)
  // The types of the web and Node streams are not compatible.
  const body = Readable.fromWeb((request.body ?? new ReadableStream()) as NodeReadableStream)
  const fields: Record<string, string> = {}
  const errors: Record<string, string> = {}
  const streams: BusboyFileStream[] = []
  const receiving: Promise<ReceivedFile>[] = []
  const discardAll = async () => {
    for (const received of await Promise.allSettled(receiving))
      if (received.status === 'fulfilled') await received.value.discard()
  }
  try {
    await new Promise<void>((resolve, reject) => {
      const checkName = (name: string, names: readonly string[]) => {
        if (!names.includes(name)) errors[name] = unknownFieldSentence(name)
      }
      parser.on('file', (name, stream) => {
        checkName(name, [field])
        // An unknown file is not read to its end.
        if (name !== field) reject(invalid(errors))
        const index = streams.push(stream) - 1
        const arriving = imageProcessor.receive(stream)
        receiving.push(arriving)
        arriving.catch(error => {
          reject(error instanceof InvalidImageError ? invalidImage(error, fieldName(form, index)) : error)
        })
      })
      parser.on('field', (name, value, _, isCut) => {
        checkName(name, textFields)
        if (isCut) errors[name] ??= 'Too long.'
        fields[name] = value
      })
      parser.once('filesLimit', () => reject(invalid({ [field]: `Upload at most ${max} images at a time.` })))
      parser.once('fieldsLimit', () => reject(invalid({ [field]: 'This form has too many fields.' })))
      parser.once('finish', resolve)
      for (const source of [parser, body]) source.on('error', () => reject(invalidMultipart(field)))
      body.pipe(parser)
    })
    const received = await Promise.all(receiving)
    Object.assign(errors, fieldErrors(fields))
    if (received.length === 0 && !isOptional)
      errors[field] = form.takesPdf ? PHOTO_OR_PDF : 'Choose an image first.'
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return { received, fields, discardAll }
  } catch (error) {
    // Left unread, not destroyed: the response still has to be sent over the same connection.
    body.unpipe(parser)
    for (const stream of streams) stream.destroy()
    await discardAll()
    throw error
  }
}

/** The maximum size of a form that does not declare its length. */
function expectedBytes({ headers }: Request, { max }: UploadForm): number {
  const contentLength = headers.get('content-length')
  return contentLength === null ? max * MAX_IMAGE_BYTES : Number(contentLength)
}

/**
 * Waits for all, also after an error: their files are deleted afterwards. Throws INVALID with every unusable image, or
 * the first other error.
 */
async function allImages<T>(
  form: Pick<UploadForm, 'field' | 'max'>,
  tasks: readonly Promise<T>[],
): Promise<T[]> {
  const errors = (await Promise.allSettled(tasks)).flatMap((result, index) =>
    result.status === 'rejected' && result.reason instanceof InvalidImageError
      ? [{ name: fieldName(form, index), error: result.reason }]
      : [],
  )
  const [first] = errors
  if (errors.length > 1)
    throw invalid(Object.fromEntries(errors.map(({ name, error }) => [name, error.message])))
  if (first !== undefined) throw invalidImage(first.error, first.name)
  return Promise.all(tasks)
}

/**
 * Reads the form of `request` and processes its images. It counts as one upload before a byte is read. Throws INVALID
 * for the field of an unusable image.
 */
export async function readUpload(
  context: RequestContext,
  request: Request,
  imageProcessor: ImageProcessor,
  form: UploadForm,
): Promise<ParsedUpload> {
  parseIdempotencyKey(context)
  await consumeRateLimit(context, form.action ?? 'upload', expectedBytes(request, form))
  const { received, fields, discardAll } = await receiveFiles(request, imageProcessor, form)
  try {
    await form.validateFields?.(fields)
    const pdf = form.takesPdf ? await readPdf(form, received[0]) : null
    const images = pdf === null ? await processImages(context, request, imageProcessor, form, received) : []
    const body = JSON.stringify([fields, received.map(({ sha256 }) => sha256)])
    return { images, pdf, fields, body }
  } catch (error) {
    // The client has disconnected: this is read by no one.
    throw request.signal.aborted ? invalidMultipart(form.field) : error
  } finally {
    await discardAll()
  }
}

/** The bytes of a PDF, as which it begins; null for an image. Throws INVALID for anything else. */
async function readPdf(
  { field }: UploadForm,
  received: ReceivedFile | undefined,
): Promise<Uint8Array | null> {
  const bytes = received === undefined ? Buffer.alloc(0) : await readFile(received.file)
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return bytes
  if (!hasImageSignature(bytes.subarray(0, SIGNATURE_BYTES))) throw invalid({ [field]: PHOTO_OR_PDF })
  return null
}

/** Processes received files, which count by their pixels. Throws INVALID for the field of an unusable one. */
export async function processImages(
  context: RequestContext,
  request: Request,
  imageProcessor: ImageProcessor,
  form: Pick<UploadForm, 'field' | 'max'>,
  received: readonly ReceivedFile[],
): Promise<ProcessedImage[]> {
  const requester = requesterOf(context, request)
  const ofEach = <T>(work: (file: ReceivedFile) => Promise<T>): Promise<T[]> =>
    allImages(
      form,
      received.map(file => work(file)),
    )
  const pixels = await ofEach(imageProcessor.countPixels)
  await consumeRateLimit(
    context,
    'process-images',
    pixels.reduce((sum, count) => sum + count, 0),
  )
  return ofEach(file => imageProcessor.process(file, requester))
}
