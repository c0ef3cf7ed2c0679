// The calls that take and give pictures, for the OpenAPI document: they stream past the contract.

import type { OpenAPI } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type * as z from 'zod'
import { booked, newBooking } from '#contract/bookings.ts'
import { addedPhotos, changedImage } from '#contract/photos.ts'
import { MOST_BOOKING_PHOTOS } from '#domain/bookings/booking.ts'
import { MOMENTS, MOST_PHOTOS_AT_ONCE, PICTURE_SIZES } from '#domain/photos/photo.ts'

const KINDS = 'A JPEG, PNG, WebP, GIF, HEIC or AVIF of at most 20 MB and 50 million pixels.'
const FILE = { type: 'string' as const, format: 'binary' }
const FILES = { type: 'array' as const, items: FILE, minItems: 1, maxItems: MOST_PHOTOS_AT_ONCE }
const MOMENT = { type: 'string' as const, enum: [...MOMENTS] }

const path = (name: string, type: 'integer' | 'string') => ({
  ...{ name, in: 'path', required: true },
  schema: { type },
})
const PARAMETERS = {
  ticketId: path('ticketId', 'integer'),
  jobNumber: path('jobNumber', 'integer'),
  photoId: path('photoId', 'string'),
  companyId: path('companyId', 'string'),
  companyUUID: path('companyUUID', 'string'),
  token: path('token', 'string'),
  vin: path('vin', 'string'),
  /** As the last part of an address. */
  sizeOfPath: {
    ...{ name: 'size', in: 'path', required: true },
    schema: { type: 'string' as const, enum: [...PICTURE_SIZES] },
  },
  size: {
    ...{ name: 'size', in: 'query', required: false },
    schema: { type: 'string' as const, enum: [...PICTURE_SIZES], default: 'small' },
  },
}

type Parameter = keyof typeof PARAMETERS
const ask = (...names: Parameter[]) => names.map(name => PARAMETERS[name])

const form = (properties: Record<string, typeof FILE | typeof FILES | typeof MOMENT>, required: string) => ({
  required: true,
  description: KINDS,
  content: {
    'multipart/form-data': { schema: { type: 'object' as const, required: [required], properties } },
  },
})

function answer(status: number, schema: z.ZodType) {
  const [, json] = new ZodToJsonSchemaConverter().convert(schema, { strategy: 'output' })
  return {
    [status]: {
      description: 'Done.',
      content: { 'application/json': { schema: json as Record<never, never> } },
    },
    400: { description: 'Not a picture that can be kept.' },
    413: { description: 'Larger than 20 MB.' },
  }
}

const PICTURE = {
  200: { description: 'The picture.', content: { 'image/webp': { schema: FILE } } },
  304: { description: 'You have it.' },
  404: { description: 'There is none that you may see.' },
} satisfies OpenAPI.ResponsesObject

const see = (operationId: string, summary: string, ...names: Parameter[]) => ({
  ...{ operationId, summary, tags: ['Pictures'] },
  parameters: ask(...names, 'size'),
  responses: PICTURE,
})

/** Put and delete of one image. */
const slot = (operationId: string, what: string, ...names: Parameter[]) => ({
  put: {
    ...{ operationId: `put${operationId}`, summary: `Put ${what}`, tags: ['Pictures'] },
    parameters: ask(...names),
    requestBody: form({ image: FILE }, 'image'),
    responses: answer(200, changedImage),
  },
  delete: {
    ...{ operationId: `remove${operationId}`, summary: `Take ${what} away`, tags: ['Pictures'] },
    parameters: ask(...names),
    responses: answer(200, changedImage),
  },
})

const [, BOOKING] = new ZodToJsonSchemaConverter().convert(newBooking, { strategy: 'input' })

const BOOK = {
  operationId: 'book',
  summary: 'Book an appointment with a company, without an account',
  tags: ['Bookings'],
  parameters: ask('companyId'),
  requestBody: {
    required: true,
    description: `The booking as JSON, and up to ${MOST_BOOKING_PHOTOS} photos of what is wrong. ${KINDS}`,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object' as const,
          required: ['booking'],
          properties: {
            booking: BOOKING as Record<never, never>,
            photos: { ...FILES, minItems: 0, maxItems: MOST_BOOKING_PHOTOS },
          },
        },
        encoding: { booking: { contentType: 'application/json' } },
      },
    },
  },
  responses: {
    ...answer(201, booked),
    404: { description: 'There is no such company.' },
    409: { description: 'There is a booking under this email already.' },
    429: { description: 'Too many tries.' },
  },
}

export const PICTURES = {
  '/companies/{companyId}/bookings': { post: BOOK },
  '/company/image': slot('CompanyImage', "your company's image"),
  '/tickets/{ticketId}/customer-image': slot('CustomerImage', "the customer's image", 'ticketId'),
  '/tickets/{ticketId}/rig-image': slot('RigImage', "the rig's image", 'ticketId'),
  '/tickets/{ticketId}/jobs/{jobNumber}/photos': {
    post: {
      ...{ operationId: 'addPhotos', summary: 'Add photos to a job line', tags: ['Pictures'] },
      parameters: ask('ticketId', 'jobNumber'),
      requestBody: form(
        {
          photos: FILES,
          moment: MOMENT,
        },
        'photos',
      ),
      responses: answer(201, addedPhotos),
    },
  },
  '/tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}': {
    delete: {
      ...{ operationId: 'removePhoto', summary: 'Remove a photo', tags: ['Pictures'] },
      parameters: ask('ticketId', 'jobNumber', 'photoId'),
      responses: { 200: { description: 'Removed.' } },
    },
  },
  '/pictures/company_images/{companyUUID}': {
    get: see('companyImage', "See a company's image", 'companyUUID'),
  },
  '/pictures/tickets/{ticketId}/photos/{photoId}': {
    get: see('photo', 'See a photo', 'ticketId', 'photoId'),
  },
  '/pictures/follow/{token}/photos/{photoId}': {
    get: see('linkPhoto', 'See a photo by the link of its ticket', 'token', 'photoId'),
  },
  '/my/rigs/{vin}/photos/{companyUUID}/{photoId}/{size}': {
    get: {
      ...see('rigPhoto', 'See a photo of a visit of a rig you hold'),
      parameters: ask('vin', 'companyUUID', 'photoId', 'sizeOfPath'),
    },
  },
  '/rig-reports/{token}/photos/{companyUUID}/{photoId}/{size}': {
    get: {
      ...see('reportPhoto', "See a photo by a report's link"),
      parameters: ask('token', 'companyUUID', 'photoId', 'sizeOfPath'),
    },
  },
  '/pictures/tickets/{ticketId}/customer-image': {
    get: see('customerImage', "See the customer's image", 'ticketId'),
  },
  '/pictures/tickets/{ticketId}/rig-image': { get: see('rigImage', "See the rig's image", 'ticketId') },
} satisfies OpenAPI.PathsObject
