// Images of companies, customers, rigs and job lines: uploaded, removed and sent over REST.

import * as z from 'zod'
import { IMAGE_SIZES, MAX_PHOTOS_PER_UPLOAD } from '#domain/photos/photo.ts'
import { MAX_PIECE_BYTES, MIN_PIECE_BYTES } from '#domain/photos/piece.ts'
import { handedOverPhotoQuery, handOverResult } from '../bay.ts'
import { linkToken } from '../customer-view.ts'
import { addedPhotos, imageResult, photoStage, receivedBytes } from '../photos.ts'
import { DAY, HOUR, limit, rateLimit } from '../procedure/procedure.ts'
import {
  IMAGE,
  IMAGE_TYPES,
  imageQuery,
  json,
  noParams,
  route,
  sharedLimit,
  UPLOAD_ERRORS,
} from '../procedure/route.ts'
import { plate } from '../rig.ts'
import { done, jobNumber, ticketId, uuid, vin } from '../shared-schemas.ts'

const GIGABYTE = 1024 ** 3

const uploadLimit = sharedLimit(
  'upload',
  rateLimit(
    'server',
    limit('account', 600, HOUR, 'One every six seconds; a phone uploads one at a time.'),
    { ...limit('account', 4 * GIGABYTE, HOUR, 'Five hundred of a phone’s largest photos.'), of: 'bytes' },
    limit('company', 10_000, DAY, 'Sixty tickets with more than a hundred photos each.'),
    { ...limit('company', 40 * GIGABYTE, DAY, 'The same by size.'), of: 'bytes' },
  ),
)

/** Of a photo that is counted as an upload with its first one. */
const pieceLimit = sharedLimit(
  'upload-piece',
  rateLimit(
    'server',
    limit('account', 20_000, HOUR, 'As many photos as may be uploaded, each in more than thirty pieces.'),
  ),
)

const archiveLimit = sharedLimit(
  'photo-archive',
  rateLimit(
    'server',
    limit('account', 30, HOUR, 'An owner saves the photos of each visit once; each is encoded.'),
    limit('link', 30, HOUR, 'A customer needs one.'),
  ),
)

/** All photos of a ticket. */
const photoArchive = {
  method: 'GET',
  tags: ['Images'],
  description:
    'JPEG files in their large size, named by job line and stage: `line-1-before-1.jpg`. It is written while it is sent.',
  rateLimit: archiveLimit,
  answers: { 200: { description: 'The photos.', type: 'application/zip' } },
  errors: [400, 401, 403, 429, 503],
} as const

const KILOBYTE = 1024
const SIZE = { error: 'Enter the size of the photo in bytes.' }

export const pieceQuery = z.object({
  size: z.coerce.number(SIZE).int(SIZE).min(1, SIZE).describe('The bytes of the whole photo.'),
  moment: photoStage.optional(),
})

const received = json(receivedBytes, 'How many bytes of the photo have arrived.')

const pieces = {
  tags: ['Images'],
  params: z.object({
    ticketId,
    jobNumber,
    photoId: uuid.describe('A UUID that you create for the photo: its idempotency key.'),
  }),
  hasKeyInPath: true,
} as const

/** A photo in pieces, which is answered with `whole` once all have arrived. */
const pieceOf = (whole: z.ZodType) =>
  ({
    ...pieces,
    method: 'PATCH',
    rateLimit: pieceLimit,
    headers: z.object({
      'Upload-Offset': z.coerce
        .number()
        .int()
        .min(0)
        .describe('How many bytes of the photo come before this piece.'),
    }),
    body: {},
    answers: { 200: received, 201: json(whole) },
    errors: UPLOAD_ERRORS.errors,
    describedErrors: {
      ...UPLOAD_ERRORS.describedErrors,
      413: 'The piece is larger than 512 KB, or the photo larger than 20 MB.',
      415: 'The body is not sent as `application/octet-stream`.',
    },
  }) as const

const pieceProgress = {
  ...pieces,
  method: 'GET',
  description: 'None of it once it is whole: its first piece, sent again, gets the answer.',
  rateLimit: 'none',
  answers: { 200: received },
  errors: [400, 401, 403, 404, 409, 503],
} as const

const ofTicket = z.object({ ticketId })
const ofJob = ofTicket.extend({ jobNumber })
const ofPhoto = ofTicket.extend({ photoId: uuid })

const imageChange = { tags: ['Images'], answers: { 200: json(imageResult) }, ...UPLOAD_ERRORS } as const

/** Of a company, a customer or a rig. */
const putImage = {
  ...imageChange,
  method: 'PUT',
  rateLimit: uploadLimit,
  body: { description: IMAGE_TYPES, fields: z.object({ image: z.file() }) },
} as const

const removeImage = { ...imageChange, method: 'DELETE', rateLimit: 'none' } as const

const customerImage = {
  path: '/tickets/{ticketId}/customer-image',
  permission: 'ticket.change-images',
  params: ofTicket,
} as const
const rigImage = { ...customerImage, path: '/tickets/{ticketId}/rig-image' } as const

const supplierBill = {
  path: '/tickets/{ticketId}/parts/{partId}/supplier-bill',
  permission: 'part.price',
  tags: ['Images'],
  params: ofTicket.extend({ partId: uuid }),
} as const

const ownImage = { path: '/company/image', permission: 'company.change', params: noParams } as const

const platePhoto = {
  path: '/tickets/{ticketId}/components/{componentId}/plate/{photoId}',
  permission: 'component.write',
  params: ofTicket.extend({ componentId: uuid, photoId: pieces.params.shape.photoId }),
} as const

/** Of a rig that has an owner. */
const photoOfVisit = { companyUUID: uuid, photoId: uuid, size: z.enum(IMAGE_SIZES) }

export const imageRoutes = {
  putCompanyImage: route({ ...putImage, ...ownImage, summary: "Replace your company's image" }),
  removeCompanyImage: route({ ...removeImage, ...ownImage, summary: "Remove your company's image" }),
  companyImage: route({
    ...IMAGE,
    path: '/images/company_images/{companyUUID}',
    summary: 'Get a company’s image',
    permission: 'directory.see',
    params: z.object({ companyUUID: uuid }),
    query: imageQuery,
  }),
  putCustomerImage: route({ ...putImage, ...customerImage, summary: "Replace the customer's image" }),
  removeCustomerImage: route({ ...removeImage, ...customerImage, summary: "Remove the customer's image" }),
  customerImage: route({
    ...IMAGE,
    path: '/images/tickets/{ticketId}/customer-image',
    summary: 'Get the customer’s image',
    permission: 'ticket.see',
    params: ofTicket,
    query: imageQuery,
  }),
  putRigImage: route({ ...putImage, ...rigImage, summary: "Replace the rig's image" }),
  removeRigImage: route({ ...removeImage, ...rigImage, summary: "Remove the rig's image" }),
  rigImage: route({
    ...IMAGE,
    path: '/images/tickets/{ticketId}/rig-image',
    summary: 'Get the rig’s image',
    permission: 'ticket.see',
    params: ofTicket,
    query: imageQuery,
  }),
  addPhotos: route({
    method: 'POST',
    path: '/tickets/{ticketId}/jobs/{jobNumber}/photos',
    summary: 'Add photos to a job line',
    tags: ['Images'],
    permission: 'photo.add',
    rateLimit: uploadLimit,
    params: ofJob,
    body: {
      description: IMAGE_TYPES,
      fields: z.object({
        photos: z.array(z.file()).min(1).max(MAX_PHOTOS_PER_UPLOAD),
        moment: photoStage.optional(),
        addendumId: uuid.optional(),
      }),
    },
    answers: { 201: json(addedPhotos) },
    ...UPLOAD_ERRORS,
  }),
  removePhoto: route({
    ...removeImage,
    path: '/tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}',
    summary: 'Remove a photo',
    permission: 'photo.add',
    params: ofJob.extend({ photoId: uuid }),
    answers: { 200: json(done) },
  }),
  addPhotoPiece: route({
    ...pieceOf(addedPhotos),
    path: '/tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}',
    summary: 'Add a photo to a job line in pieces',
    description: `For a connection that breaks: send the pieces in order, each of ${MIN_PIECE_BYTES / KILOBYTE} to ${MAX_PIECE_BYTES / KILOBYTE} KB, the last one of any size. The one that makes the photo whole is answered like the form with photos, also when it is sent again. One that does not follow the bytes that have arrived is 409 with \`received\`: go on from there. What is not whole seven days after its last piece is deleted.`,
    permission: 'photo.add',
    query: pieceQuery,
  }),
  photoProgress: route({
    ...pieceProgress,
    path: '/tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}',
    summary: 'Get how much of a photo that is sent in pieces has arrived',
    permission: 'photo.add',
  }),
  addPlatePiece: route({
    ...pieceOf(plate),
    ...platePhoto,
    summary: 'Add a photo of a component’s plate in pieces',
    description:
      'The pieces are sent like those of a photo of a job line. Only your company sees the photo; it is in the place of the one before, which stays on record.',
    query: pieceQuery.omit({ moment: true }),
  }),
  plateProgress: route({
    ...pieceProgress,
    ...platePhoto,
    summary: 'Get how much of a plate’s photo has arrived',
  }),
  plate: route({
    ...IMAGE,
    path: '/images/tickets/{ticketId}/plates/{photoId}',
    summary: 'Get a photo of the plate of a component',
    permission: 'component.see',
    params: ofPhoto,
    query: imageQuery,
  }),
  putSupplierBill: route({
    ...supplierBill,
    method: 'PUT',
    summary: 'Attach the supplier’s bill to a sublet, in place of the one that is attached',
    rateLimit: uploadLimit,
    body: {
      description: `${IMAGE_TYPES} Or a PDF of at most 20 MB, which is stored as it is.`,
      fields: z.object({ bill: z.file() }),
    },
    answers: { 200: json(done) },
    ...UPLOAD_ERRORS,
  }),
  removeSupplierBill: route({
    ...supplierBill,
    ...UPLOAD_ERRORS,
    method: 'DELETE',
    summary: 'Remove the supplier’s bill of a sublet',
    rateLimit: 'none',
    answers: { 200: json(done) },
  }),
  supplierBill: route({
    ...IMAGE,
    ...supplierBill,
    summary: 'Get the supplier’s bill of a sublet',
    description: 'A photo as WebP; a PDF as it was attached, as `application/pdf`.',
  }),
  photo: route({
    ...IMAGE,
    path: '/images/tickets/{ticketId}/photos/{photoId}',
    summary: 'Get a photo',
    permission: 'ticket.see',
    params: ofPhoto,
    query: imageQuery,
  }),
  linkPhoto: route({
    ...IMAGE,
    path: '/images/follow/{token}/photos/{photoId}',
    summary: 'Get a photo by the link of its ticket',
    permission: 'public',
    params: z.object({ token: linkToken, photoId: uuid }),
    query: imageQuery,
  }),
  linkPhotos: route({
    ...photoArchive,
    path: '/follow/{token}/photos.zip',
    summary: 'Get all photos of a link’s ticket as one ZIP file',
    permission: 'public',
    params: z.object({ token: linkToken }),
    describedErrors: { 404: 'No ticket that you may see, or it has no photos.' },
  }),
  handOverPhotoPiece: route({
    ...pieceOf(handOverResult),
    path: '/tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}/hand-over',
    summary: 'Hand a photo that could not be sent to the desk in pieces',
    description:
      'For technicians, also of a ticket that is another’s by now. The pieces are sent like those of a photo that is added to a job line. The one that makes the photo whole puts it on the desk’s list.',
    permission: 'bay.see',
    query: pieceQuery.extend(handedOverPhotoQuery.shape),
  }),
  handedOverPhotoProgress: route({
    ...pieceProgress,
    path: '/tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}/hand-over',
    summary: 'Get how much of a photo that is handed to the desk in pieces has arrived',
    permission: 'bay.see',
  }),
  handedOverPhoto: route({
    ...IMAGE,
    path: '/images/hand-overs/{handOverId}/photo',
    summary: 'Get a photo that was handed to the desk',
    permission: 'bay.oversee',
    params: z.object({ handOverId: uuid }),
    query: imageQuery,
  }),
  rigPhoto: route({
    ...IMAGE,
    path: '/my/rigs/{vin}/photos/{companyUUID}/{photoId}/{size}',
    summary: 'Get a photo from a visit of your rig',
    permission: 'rv-owner.see',
    params: z.object({ vin, ...photoOfVisit }),
  }),
  rigPhotos: route({
    ...photoArchive,
    path: '/my/rigs/{vin}/visits/{companyUUID}/{ticketId}/photos.zip',
    summary: 'Get all photos of a visit of your rig as one ZIP file',
    permission: 'rv-owner.see',
    params: z.object({ vin, companyUUID: uuid, ticketId }),
    describedErrors: { 404: 'No visit that you may see, or it has no photos.' },
  }),
  reportPhoto: route({
    ...IMAGE,
    path: '/rig-reports/{token}/photos/{companyUUID}/{photoId}/{size}',
    summary: 'Get a photo by a report’s link',
    permission: 'public',
    params: z.object({ token: z.string().max(100), ...photoOfVisit }),
  }),
}
