// Which images the database refers to. Files are read after the snapshot; an image deleted meanwhile is no longer
// referenced, so it may be missing.

import type pg from 'pg'
import { fileKeysOf, imageIdOf } from '#server/files/file-keys.ts'

export type ImageReferenceRow = {
  companyId: string
  ticketId: number | null
  bookingId: string | null
  imageId: string | null
  url: string | null
}

/** Under the caller's row-level security. */
export async function listImageReferences(client: pg.Client): Promise<ImageReferenceRow[]> {
  const { rows } = await client.query<ImageReferenceRow>(`
    select company_id as "companyId", null::int as "ticketId", null as "bookingId", null as "imageId", image_url as url
      from company
      where image_url is not null
    union all select company_id, ticket_id, null, null, profile_image_url from ticket where profile_image_url is not null
    union all select company_id, ticket_id, null, null, rv_image from ticket where rv_image is not null
    union all select company_id, ticket_id, booking_id::text, photo_id::text, null from photo
    union all select company_id, ticket_id, null, photo_id::text, null from hand_over where photo_id is not null
    union all select company_id, null, booking_id::text, photo ->> 'photoId', null
      from booking, jsonb_array_elements(photos) as photo`)
  return rows
}

/** The keys of these images in the file store. */
export function* imageKeys(rows: readonly ImageReferenceRow[]): Generator<string> {
  for (const { url, ...row } of rows) {
    const imageId = row.imageId ?? imageIdOf(url)
    if (imageId !== null) yield* fileKeysOf({ ...row, imageId })
  }
}
