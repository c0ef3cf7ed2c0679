// Which columns name images. What none of them names is deleted, and is in no backup and no export.

import { type RawBuilder, sql } from 'kysely'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type FileLocation, imageIdOf } from './file-keys.ts'

type ImageColumn = {
  readonly table: string
  /** Has an image's id or its URL, which may be in JSON, or with `isList` a list of objects with a `photoId`. */
  readonly column: string
  readonly isList?: boolean
  /** Whether it is the customer's own, and goes when they are forgotten; the table has their contact. */
  readonly isPersonal?: true
  /** The columns by which its images are stored; without either they are the company's own. */
  readonly ticket?: string
  readonly booking?: string
  /** Whether it is not an image but a PDF, in SQL. */
  readonly isPdf?: string
}

export const IMAGE_COLUMNS: readonly ImageColumn[] = [
  { table: 'company', column: 'image_url' },
  { table: 'ticket', column: 'profile_image_url', ticket: 'ticket_id', isPersonal: true },
  { table: 'ticket', column: 'rv_image', ticket: 'ticket_id' },
  { table: 'photo', column: 'photo_id', ticket: 'ticket_id', booking: 'booking_id' },
  { table: 'hand_over', column: 'photo_id', ticket: 'ticket_id' },
  { table: 'booking', column: 'photos', isList: true, booking: 'booking_id', isPersonal: true },
  {
    table: 'part',
    column: `(sublet #>> '{bill,fileId}')`,
    ticket: 'ticket_id',
    isPdf: `(sublet #>> '{bill,type}') = 'pdf'`,
  },
]

/** Laid by VIN: on a cluster it is on other machines than those, so a statement asks for it alone. */
export const PLATE_PHOTOS: ImageColumn = {
  ...{ table: 'component_entry', column: 'plate_photo', ticket: 'ticket_id' },
}

/** A query for the images of one column: `company_id`, `ticket_id`, `booking_id`, `image`, an id or a URL, and `is_pdf`. */
export function imagesIn({
  table,
  column,
  isList,
  ticket = 'null::int',
  booking = 'null::uuid',
  isPdf = 'false',
}: ImageColumn): string {
  const from = isList ? `${table}, jsonb_array_elements(${column}) as element` : table
  const image = isList ? `element ->> 'photoId'` : `${column}::text`
  return `select company_id, ${ticket} as ticket_id, ${booking} as booking_id, ${image} as image,
      ${isPdf} as is_pdf
    from ${from} where ${column} is not null`
}

/** A query for the images of these columns in rows for which `condition` is true. */
export const imagesWhere = (condition: RawBuilder<unknown>, columns = IMAGE_COLUMNS) =>
  sql.join(
    columns.map(column => sql`${sql.raw(imagesIn(column))} and ${condition}`),
    sql` union all `,
  )

/** A query for the images of a company. */
export const imagesOf = (companyId: string, columns = IMAGE_COLUMNS) =>
  imagesWhere(sql`company_id = ${companyId}`, columns)

/** A query for the photos of plates that a company took. */
export const platePhotosOf = (companyId: string) => imagesOf(companyId, [PLATE_PHOTOS])

export type NamedImage = Pick<FileLocation, 'companyId' | 'ticketId'> & {
  readonly bookingId: string | null
  readonly image: string
  readonly isPdf: boolean
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Where these images are. Left out: addresses elsewhere, of companies that were imported. */
export const locationsOf = (rows: readonly NamedImage[]) =>
  rows.flatMap(({ image, isPdf, ...location }) => {
    const imageId = imageIdOf(image) ?? image
    return UUID.test(imageId) ? [{ ...location, imageId, ...(isPdf && { isPdf }) }] : []
  })

/** The images of the current company for which `condition` is true, in order. */
export async function listNamedImages(work: UnitOfWork, condition: RawBuilder<unknown> = sql`true`) {
  const { rows } = await sql<NamedImage>`
    select * from (${imagesOf(work.companyId)}) as named where ${condition}
    order by ticket_id, image`.execute(work.database)
  return locationsOf(rows)
}

/** The photos of plates that the current company took on a ticket of this VIN, or, without one, on all. */
export async function listPlatePhotos(
  work: UnitOfWork,
  of?: { readonly ticketId: number; readonly vin: string },
) {
  const condition = of === undefined ? sql`true` : sql`vin = ${of.vin} and ticket_id = ${of.ticketId}`
  const { rows } = await sql<NamedImage>`${platePhotosOf(work.companyId)} and ${condition}
    order by ticket_id, image`.execute(work.database)
  return locationsOf(rows)
}
