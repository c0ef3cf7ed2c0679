// The image routes for the OpenAPI document; they stream and are not in the contract.

import type { OpenAPI } from '@orpc/openapi'
import type * as z from 'zod'
import { handOverResult } from '#contract/bay.ts'
import { bookingResult, newBooking } from '#contract/bookings.ts'
import { addedPhotos, imageResult, receivedBytes } from '#contract/photos.ts'
import { done } from '#contract/shared-schemas.ts'
import { strictInput } from '#contract/strict-inputs.ts'
import { MAX_BOOKING_PHOTOS } from '#domain/bookings/booking.ts'
import { IMAGE_SIZES, MAX_PHOTOS_PER_UPLOAD, PHOTO_STAGES } from '#domain/photos/photo.ts'
import { MAX_PIECE_BYTES, MIN_PIECE_BYTES } from '#domain/photos/piece.ts'
import { describedError, errorResponsesFor, IDEMPOTENCY_KEY, toJsonSchema } from './components.ts'

const IMAGE_TYPES = 'A JPEG, PNG, WebP, GIF, HEIC or AVIF of at most 20 MB and 50 million pixels.'
const FILE = { type: 'string' as const, format: 'binary' }
const FILES = { type: 'array' as const, items: FILE, minItems: 1, maxItems: MAX_PHOTOS_PER_UPLOAD }
const STAGE_SCHEMA = { type: 'string' as const, enum: [...PHOTO_STAGES] }

const path = (name: string, type: 'integer' | 'string') => ({
  name,
  in: 'path',
  required: true,
  schema: { type },
})
const PARAMETERS = {
  ticketId: path('ticketId', 'integer'),
  jobNumber: path('jobNumber', 'integer'),
  photoId: path('photoId', 'string'),
  handOverId: path('handOverId', 'string'),
  companyId: path('companyId', 'string'),
  companyUUID: path('companyUUID', 'string'),
  token: path('token', 'string'),
  vin: path('vin', 'string'),
  /** As the last path segment. */
  sizeOfPath: {
    name: 'size',
    in: 'path',
    required: true,
    schema: { type: 'string' as const, enum: [...IMAGE_SIZES] },
  },
  size: {
    name: 'size',
    in: 'query',
    required: false,
    schema: { type: 'string' as const, enum: [...IMAGE_SIZES], default: 'small' },
  },
}

type Parameter = keyof typeof PARAMETERS
const pathParameters = (...names: Parameter[]) => names.map(name => PARAMETERS[name])

const multipartBody = (
  properties: Record<string, typeof FILE | typeof FILES | typeof STAGE_SCHEMA>,
  required: string,
) => ({
  required: true,
  description: IMAGE_TYPES,
  content: {
    'multipart/form-data': { schema: { type: 'object' as const, required: [required], properties } },
  },
})

function jsonResponses(status: number, schema: z.ZodType) {
  return {
    [status]: {
      description: 'Done.',
      content: { 'application/json': { schema: toJsonSchema(schema, 'output') as Record<never, never> } },
    },
    ...errorResponsesFor([401, 403, 404, 409, 429, 503]),
    400: describedError('Not a supported image.'),
    413: describedError('Larger than 20 MB.'),
  }
}

const KILOBYTE = 1024

/** The address of a photo that is sent in pieces. */
const PIECE_PARAMETERS = [
  ...pathParameters('ticketId', 'jobNumber'),
  { ...PARAMETERS.photoId, description: 'A UUID that you create for the photo: its idempotency key.' },
]

const RECEIVED = {
  description: 'How many bytes of the photo have arrived.',
  content: {
    'application/json': { schema: toJsonSchema(receivedBytes, 'output') as Record<never, never> },
  },
}

const QUERY_OF_PIECE = [
  {
    name: 'size',
    in: 'query',
    required: true,
    description: 'The bytes of the whole photo.',
    schema: { type: 'integer' as const, minimum: 1 },
  },
  { name: 'moment', in: 'query', required: false, schema: STAGE_SCHEMA },
]

const PIECE_OFFSET = {
  name: 'Upload-Offset',
  in: 'header',
  required: true,
  description: 'How many bytes of the photo come before this piece.',
  schema: { type: 'integer' as const, minimum: 0 },
}

const PIECE_BODY = { required: true, content: { 'application/octet-stream': { schema: FILE } } }

const pieceResponses = (whole: z.ZodType) => ({
  200: RECEIVED,
  ...jsonResponses(201, whole),
  413: describedError('The piece is larger than 512 KB, or the photo larger than 20 MB.'),
  415: describedError('The body is not sent as `application/octet-stream`.'),
})

const getProgress = (operationId: string, summary: string) => ({
  operationId,
  summary,
  description: 'None of it once it is whole: its first piece, sent again, gets the answer.',
  tags: ['Images'],
  parameters: PIECE_PARAMETERS,
  responses: { 200: RECEIVED, ...errorResponsesFor([400, 401, 403, 404, 409, 503]) },
})

const HAND_OVER_PIECE = {
  operationId: 'handOverPhotoPiece',
  summary: 'Hand a photo that could not be sent to the desk in pieces',
  description:
    'For technicians, also of a ticket that is another’s by now. The pieces are sent like those of a photo that is added to a job line. The one that makes the photo whole puts it on the desk’s list.',
  tags: ['Images'],
  parameters: [
    ...PIECE_PARAMETERS,
    ...QUERY_OF_PIECE,
    {
      name: 'label',
      in: 'query',
      required: true,
      description: 'What it is of, ending with the name of its job line: `Photo, job 2. Roof leak`.',
      schema: { type: 'string' as const, minLength: 1, maxLength: 200 },
    },
    {
      name: 'reason',
      in: 'query',
      required: true,
      description: 'Why it was refused.',
      schema: { type: 'string' as const, minLength: 1, maxLength: 1000 },
    },
    {
      name: 'pressedAt',
      in: 'query',
      required: true,
      description: 'When it was added, by the server’s clock.',
      schema: { type: 'string' as const, format: 'date-time' },
    },
    PIECE_OFFSET,
  ],
  requestBody: PIECE_BODY,
  responses: pieceResponses(handOverResult),
}

const ADD_PIECE = {
  operationId: 'addPhotoPiece',
  summary: 'Add a photo to a job line in pieces',
  description: `For a line that breaks: send the pieces in order, each of ${MIN_PIECE_BYTES / KILOBYTE} to ${MAX_PIECE_BYTES / KILOBYTE} KB, the last one of any size. The one that makes the photo whole is answered like the form with photos, also when it is sent again. One that does not follow the bytes that have arrived is 409 with \`received\`: go on from there. What is not whole seven days after its last piece is deleted.`,
  tags: ['Images'],
  parameters: [...PIECE_PARAMETERS, ...QUERY_OF_PIECE, PIECE_OFFSET],
  requestBody: PIECE_BODY,
  responses: pieceResponses(addedPhotos),
}

const IMAGE_RESPONSES = {
  200: { description: 'The image.', content: { 'image/webp': { schema: FILE } } },
  304: { description: 'Not modified.' },
  ...errorResponsesFor([400, 429, 503]),
  404: describedError('No image that you may see.'),
} satisfies OpenAPI.ResponsesObject

/** Of a company in the public list, or by a link. */
const isPublicImage = (names: readonly Parameter[]): boolean =>
  names.includes('token') || (names.length === 1 && names[0] === 'companyUUID')

const downloadOperation = (operationId: string, summary: string, ...names: Parameter[]) => ({
  operationId,
  summary,
  tags: ['Images'],
  ...(isPublicImage(names) && { security: [] }),
  parameters: pathParameters(...names, 'size'),
  responses: IMAGE_RESPONSES,
})

/** Put and delete of one image. */
const imageOperations = (operationId: string, what: string, ...names: Parameter[]) => ({
  put: {
    operationId: `put${operationId}`,
    summary: `Replace ${what}`,
    tags: ['Images'],
    parameters: [...pathParameters(...names), IDEMPOTENCY_KEY],
    requestBody: multipartBody({ image: FILE }, 'image'),
    responses: jsonResponses(200, imageResult),
  },
  delete: {
    operationId: `remove${operationId}`,
    summary: `Remove ${what}`,
    tags: ['Images'],
    parameters: [...pathParameters(...names), IDEMPOTENCY_KEY],
    responses: jsonResponses(200, imageResult),
  },
})

const BOOK = {
  operationId: 'book',
  summary: 'Book an appointment with a company, without an account',
  tags: ['Bookings'],
  security: [],
  parameters: [...pathParameters('companyId'), IDEMPOTENCY_KEY],
  requestBody: {
    required: true,
    description: `The booking as JSON, and up to ${MAX_BOOKING_PHOTOS} photos of the problem. \`customerRV\` needs a VIN, or make, model and year. ${IMAGE_TYPES}`,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object' as const,
          required: ['booking'],
          properties: {
            booking: toJsonSchema(strictInput(newBooking), 'input') as Record<never, never>,
            photos: { ...FILES, minItems: 0, maxItems: MAX_BOOKING_PHOTOS },
          },
        },
        encoding: { booking: { contentType: 'application/json' } },
      },
    },
  },
  responses: {
    ...jsonResponses(201, bookingResult),
    404: describedError('The company does not exist.'),
    409: describedError('This email already has an open booking.'),
  },
}

export const UPLOAD_PATHS = {
  '/companies/{companyId}/bookings': { post: BOOK },
  '/company/image': imageOperations('CompanyImage', "your company's image"),
  '/tickets/{ticketId}/customer-image': imageOperations('CustomerImage', "the customer's image", 'ticketId'),
  '/tickets/{ticketId}/rig-image': imageOperations('RigImage', "the rig's image", 'ticketId'),
  '/tickets/{ticketId}/jobs/{jobNumber}/photos': {
    post: {
      operationId: 'addPhotos',
      summary: 'Add photos to a job line',
      tags: ['Images'],
      parameters: [...pathParameters('ticketId', 'jobNumber'), IDEMPOTENCY_KEY],
      requestBody: multipartBody(
        {
          photos: FILES,
          moment: STAGE_SCHEMA,
          addendumId: {
            type: 'string' as const,
            format: 'uuid',
          },
        },
        'photos',
      ),
      responses: jsonResponses(201, addedPhotos),
    },
  },
  '/tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}': {
    patch: ADD_PIECE,
    get: getProgress('photoProgress', 'Get how much of a photo that is sent in pieces has arrived'),
    delete: {
      operationId: 'removePhoto',
      summary: 'Remove a photo',
      tags: ['Images'],
      parameters: [...pathParameters('ticketId', 'jobNumber', 'photoId'), IDEMPOTENCY_KEY],
      responses: jsonResponses(200, done),
    },
  },
  '/tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}/hand-over': {
    patch: HAND_OVER_PIECE,
    get: getProgress(
      'handedOverPhotoProgress',
      'Get how much of a photo that is handed to the desk in pieces has arrived',
    ),
  },
  '/images/hand-overs/{handOverId}/photo': {
    get: downloadOperation('handedOverPhoto', 'Get a photo that was handed to the desk', 'handOverId'),
  },
  '/images/company_images/{companyUUID}': {
    get: downloadOperation('companyImage', 'Get a company’s image', 'companyUUID'),
  },
  '/images/tickets/{ticketId}/photos/{photoId}': {
    get: downloadOperation('photo', 'Get a photo', 'ticketId', 'photoId'),
  },
  '/images/follow/{token}/photos/{photoId}': {
    get: downloadOperation('linkPhoto', 'Get a photo by the link of its ticket', 'token', 'photoId'),
  },
  '/my/rigs/{vin}/photos/{companyUUID}/{photoId}/{size}': {
    get: {
      ...downloadOperation('rigPhoto', 'Get a photo from a visit of your rig'),
      parameters: pathParameters('vin', 'companyUUID', 'photoId', 'sizeOfPath'),
    },
  },
  '/rig-reports/{token}/photos/{companyUUID}/{photoId}/{size}': {
    get: {
      ...downloadOperation('reportPhoto', 'Get a photo by a report’s link'),
      security: [],
      parameters: pathParameters('token', 'companyUUID', 'photoId', 'sizeOfPath'),
    },
  },
  '/images/tickets/{ticketId}/customer-image': {
    get: downloadOperation('customerImage', 'Get the customer’s image', 'ticketId'),
  },
  '/images/tickets/{ticketId}/rig-image': {
    get: downloadOperation('rigImage', 'Get the rig’s image', 'ticketId'),
  },
} satisfies OpenAPI.PathsObject
