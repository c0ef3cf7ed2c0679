// Pictures as a browser sends them: multipart, read as it streams in. The first picture that cannot
// be used ends the reading, and nothing of the others is left.

import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { LARGEST_PICTURE_BYTES, UnusablePicture } from '#domain/photos/photo.ts'
import { invalid, unusable } from '#server/rpc/errors.ts'
import { countTry, type RequestContext } from '#server/rpc/procedures.ts'
import type { Picture, Pictures, Received } from './image-processing.ts'

const MOST_FIELDS = 8
const LONGEST_FIELD_BYTES = 1000

type Form = {
  /** Beside which field a picture's fault stands: `photos.0` and so on, or the name alone. */
  readonly field: string
  readonly most: number
  /** Whether it may come without any. */
  readonly mayBeNone?: boolean
  /** How long a field may be besides the pictures. */
  readonly longestFieldBytes?: number
  /** As what it is counted. */
  readonly deed?: 'upload' | 'booking'
  /** Looks at the fields before any picture is drawn, and throws what is wrong with them. */
  readonly check?: (fields: Upload['fields']) => Promise<void>
}

export type Upload = {
  readonly pictures: readonly Picture[]
  readonly fields: Readonly<Record<string, string>>
  /** What was sent, for telling a repeat from another wish. */
  readonly body: string
}

const unreadable = (field: string) =>
  invalid({ [field]: 'Send the pictures as multipart/form-data, to the end.' })

const nameOf = ({ field, most }: Form, index: number): string => (most === 1 ? field : `${field}.${index}`)

function parserOf(
  request: Request,
  { field, most, longestFieldBytes = LONGEST_FIELD_BYTES }: Form,
): BusboyInstance {
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const limits = { files: most, fields: MOST_FIELDS, fieldSize: longestFieldBytes, headerPairs: 20 }
  try {
    return new Busboy({ headers, limits })
  } catch {
    throw unreadable(field)
  }
}

async function receive(request: Request, pictures: Pictures, form: Form) {
  const { field, most, mayBeNone = false } = form
  const parser = parserOf(request, form)
  // Where a package's types bring the browser's streams along, TypeScript takes them for another kind.
  const body = Readable.fromWeb((request.body ?? new ReadableStream()) as NodeReadableStream)
  const fields: Record<string, string> = {}
  const streams: BusboyFileStream[] = []
  const receiving: Promise<Received>[] = []
  const drop = async () => {
    for (const received of await Promise.allSettled(receiving))
      if (received.status === 'fulfilled') await received.value.discard()
  }
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('file', (_, stream) => {
        const index = streams.push(stream) - 1
        const arriving = pictures.receive(stream)
        receiving.push(arriving)
        arriving.catch(fault => {
          reject(fault instanceof UnusablePicture ? unusable(fault, nameOf(form, index)) : fault)
        })
      })
      parser.on('field', (name, value, _, isCut) => {
        if (isCut) reject(invalid({ [name]: 'This is too long.' }))
        fields[name] = value
      })
      parser.once('filesLimit', () => reject(invalid({ [field]: `Send at most ${most} at once.` })))
      parser.once('fieldsLimit', () =>
        reject(invalid({ [field]: 'This form has more fields than a picture needs.' })),
      )
      parser.once('finish', resolve)
      for (const source of [parser, body]) source.on('error', () => reject(unreadable(field)))
      body.pipe(parser)
    })
    const received = await Promise.all(receiving)
    if (received.length === 0 && !mayBeNone) throw invalid({ [field]: 'Choose a picture first.' })
    return { received, fields, drop }
  } catch (fault) {
    // Unread, not destroyed: the answer still has to go out over the same connection.
    body.unpipe(parser)
    for (const stream of streams) stream.destroy()
    await drop()
    throw fault
  }
}

/** What a form may bring at most, where it does not say how long it is. */
function sizeOf({ headers }: Request, { most }: Form): number {
  const said = headers.get('content-length')
  return said === null ? most * LARGEST_PICTURE_BYTES : Number(said)
}

/**
 * Reads the form of `request` and draws its pictures anew. It counts as one upload of its sender, before a
 * byte of it is read. Throws INVALID beside the picture that cannot be kept.
 */
export async function readUpload(
  context: RequestContext,
  request: Request,
  pictures: Pictures,
  form: Form,
): Promise<Upload> {
  await countTry(context, form.deed ?? 'upload', sizeOf(request, form))
  const { received, fields, drop } = await receive(request, pictures, form)
  try {
    await form.check?.(fields)
    const drawing = received.map((one, index) =>
      pictures.draw(one).catch(fault => {
        throw fault instanceof UnusablePicture ? unusable(fault, nameOf(form, index)) : fault
      }),
    )
    const settled = await Promise.allSettled(drawing)
    const failed = settled.find(one => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    const drawn = await Promise.all(drawing)
    const body = JSON.stringify([fields, received.map(({ sha256 }) => sha256)])
    return { pictures: drawn, fields, body }
  } finally {
    await drop()
  }
}
