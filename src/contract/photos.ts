// Photos of a job line, and images. `routes/images.ts` has the routes: the web loads this file without them.

import * as z from 'zod'
import { PHOTO_STAGES } from '#domain/photos/photo.ts'
import { uuid } from './shared-schemas.ts'

export const photoStage = z.enum(PHOTO_STAGES, { error: 'Use `before` or `after`, or leave it empty.' })

export const photo = z.object({
  photoId: uuid,
  /** Path of the image at 480 pixels at most, for lists. */
  small: z.string(),
  /** Path of the image at 1600 pixels at most. */
  large: z.string(),
  moment: photoStage,
  addedAt: z.date(),
  width: z.number().int(),
  height: z.number().int(),
})

/** The response to adding photos, in the order they were sent. */
export const addedPhotos = z.object({ photos: z.array(photo).readonly() })

/** The response to a piece of a photo that is not whole yet: how many of its bytes have arrived. */
export const receivedBytes = z.object({ received: z.number().int() })

/** The response to setting or removing a company's, customer's or rig's image. */
export const imageResult = z.object({ imageURL: z.string().nullable() })
