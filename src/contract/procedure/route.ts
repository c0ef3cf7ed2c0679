// Declares what is asked and answered over REST alone: uploads, images, PDFs, calendars, downloads and streams.

import * as z from 'zod'
import { IMAGE_SIZES } from '#domain/photos/photo.ts'
import type { ProcedureMeta, RateLimit } from './procedure.ts'

/** One count for everything that names it. */
export type SharedLimit<Name extends string = string> = RateLimit & { readonly name: Name }

export const sharedLimit = <Name extends string>(name: Name, rateLimit: RateLimit): SharedLimit<Name> => ({
  name,
  ...rateLimit,
})

type Answer = {
  readonly description: string
  /** The media type; without one there is no body. */
  readonly type?: string
  /** Of JSON. */
  readonly schema?: z.ZodType
  /** The component of the API document that each event has as JSON. */
  readonly event?: 'CompanyChange' | 'DirectoryChange'
}

type Answers = Readonly<Record<number, Answer>>

export type Route<
  Params extends z.ZodObject = z.ZodObject,
  Limit extends SharedLimit | 'none' = SharedLimit | 'none',
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in `/tickets/{ticketId}/document.pdf`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  /** Checked before anything else of the request is read. */
  readonly permission: Extract<ProcedureMeta['permission'], string>
  /** What its handler counts, and the API document says. */
  readonly rateLimit: Limit
  readonly params: Params
  readonly query?: z.ZodObject
  readonly headers?: z.ZodObject
  /** A form, or without fields the bytes of a file. */
  readonly body?: { readonly description?: string; readonly fields?: z.ZodObject }
  /** A parameter of its path is its idempotency key. */
  readonly hasKeyInPath?: true
  /** A stream that resumes after the `Last-Event-ID`. */
  readonly resumes?: true
  readonly answers: Answers
  /** The statuses of errors that need no words of their own. */
  readonly errors: readonly number[]
  readonly describedErrors?: Readonly<Record<number, string>>
}

export const route = <const Params extends z.ZodObject, const Limit extends SharedLimit | 'none'>(
  declared: Route<Params, Limit>,
): Route<Params, Limit> => declared

export const noParams = z.object({})

export const json = (schema: z.ZodType, description = 'Done.'): Answer => ({
  description,
  type: 'application/json',
  schema,
})

export const IMAGE_TYPES = 'A JPEG, PNG, WebP, GIF, HEIC or AVIF of at most 20 MB and 50 million pixels.'

/** Of what changes images. */
export const UPLOAD_ERRORS = {
  errors: [401, 403, 404, 409, 429, 503],
  describedErrors: { 400: 'Not a supported image.', 413: 'Larger than 20 MB.' },
}

/** Of what answers with an image. */
export const IMAGE = {
  method: 'GET',
  tags: ['Images'],
  rateLimit: 'none',
  answers: { 200: { description: 'The image.', type: 'image/webp' }, 304: { description: 'Not modified.' } },
  errors: [400, 429, 503],
  describedErrors: { 404: 'No image that you may see.' },
} as const

export const imageQuery = z.object({ size: z.enum(IMAGE_SIZES).default('small') })
