import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { TEMPLATE } from '../../../test/support/global-setup.ts'
import { IMAGE_COLUMNS, PLATE_PHOTOS } from './image-columns.ts'

/** These are called as if they named images, and name none that is stored for them. */
const OTHER_COLUMNS = [
  // Of the sign-in library, and never set.
  'auth_user.image',
  // Copies of a column that is listed, of the public list and of the first ticket of a rig.
  ...['directory.image_url', 'rig.rv_image'],
  // A count, and what is known of a photo besides.
  'company_export.missing_images',
  ...['hand_over.photo_height', 'hand_over.photo_moment', 'hand_over.photo_width'],
  // Signatures are drawn as lines.
  ...['company_preference.asks_for_signatures', 'signature.signature_id'],
]

test('every column that is called like an image is known to name one, or not to', async () => {
  const client = new pg.Client({ ...inject('postgres').connection, database: TEMPLATE })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ 'image|photo|logo|picture|signature'`)
  await client.end()
  // A supplier's bill is in JSON.
  const named = [...IMAGE_COLUMNS, PLATE_PHOTOS]
    .filter(({ table }) => table !== 'part')
    .map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name).sort()).toEqual([...named, ...OTHER_COLUMNS].sort())
})
