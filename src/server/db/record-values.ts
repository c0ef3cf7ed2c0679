// What the values of a record may be in a file, and what they are stored as.

import * as z from 'zod'
import { isStorableText } from '#contract/shared-schemas.ts'

/** Text as it was: nothing of it is trimmed or cut. */
export const words = (maxLength = 4000) => z.string().max(maxLength).refine(isStorableText)
export const at = z
  .int()
  .min(Date.UTC(2000, 0))
  .max(Date.UTC(3000, 0))
  .transform(ms => new Date(ms))
export const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? null)
export const uuid = z.uuid().toLowerCase()
