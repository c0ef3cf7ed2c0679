// Which images the database refers to. Files are read after the snapshot; an image deleted meanwhile is no longer
// referenced, so it may be missing.

import type pg from 'pg'
import { fileKeysOf, imageIdOf } from '#server/files/file-keys.ts'

export type ImageReferenceRow = {
  company: string
  ticket: number | null
  booking: string | null
  imageId: string | null
  url: string | null
}

/** Under the caller's row-level security. */
export async function listImageReferences(client: pg.Client): Promise<ImageReferenceRow[]> {
  const { rows } = await client.query<ImageReferenceRow>(`
    select company_id as company, null::int as ticket, null as booking, null as "imageId", image_url as url from company
      where image_url is not null
    union all select company_id, ticket_id, null, null, profile_image_url from ticket where profile_image_url is not null
    union all select company_id, ticket_id, null, null, rv_image from ticket where rv_image is not null
    union all select company_id, ticket_id, booking_id::text, photo_id::text, null from photo
    union all select company_id, null, booking_id::text, photo ->> 'photoId', null
      from booking, jsonb_array_elements(photos) as photo`)
  return rows
}

/** The keys of these images in the file store. */
export function* imageKeys(rows: readonly ImageReferenceRow[]): Generator<string> {
  for (const { company, ticket, booking, imageId, url } of rows) {
    const imageIdOfRow = imageId ?? imageIdOf(url)
    if (imageIdOfRow !== null)
      yield* fileKeysOf({ companyId: company, ticketId: ticket, bookingId: booking, imageId: imageIdOfRow })
  }
}
