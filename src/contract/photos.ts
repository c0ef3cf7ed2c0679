// Photos of a job line. They come in as multipart, which streams past this contract; what is
// answered is declared here.

import * as z from 'zod'
import { PHOTO_STAGES } from '#domain/photos/photo.ts'
import { uuid } from './schema.ts'

export const photoStage = z.enum(PHOTO_STAGES, { error: 'Use `before` or `after`, or leave it empty.' })

export const photo = z.object({
  photoId: uuid,
  /** Path of the picture at 480 pixels at most, for lists. */
  small: z.string(),
  /** Path of the picture at 1600 pixels at most. */
  large: z.string(),
  moment: photoStage,
  addedAt: z.date(),
  width: z.number().int(),
  height: z.number().int(),
})

/** What adding photos answers, in the order in which they were sent. */
export const addedPhotos = z.object({ photos: z.array(photo).readonly() })

/** What setting or removing a company's, a customer's or a rig's image answers. */
export const imageResult = z.object({ imageURL: z.string().nullable() })
