// The manifest: the last entry of a backup describes the others.

import { basename } from 'node:path'
import * as z from 'zod'
import { BackupError } from './backup-errors.ts'

/** Increased when earlier programs could not restore this format. */
export const FORMAT = 1

const schema = z.object({
  format: z.literal(FORMAT),
  /** The version of Rigwright that made it. */
  product: z.string(),
  /** The time of the snapshot. */
  at: z.iso.datetime(),
  postgresql: z.string(),
  /** The migrations of the database, in order; a restore applies exactly these. */
  migrations: z.array(z.string()).min(1),
  /** In an order in which referenced rows come first. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().min(0),
      /** Of all its rows as COPY writes them. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  images: z.int().min(0),
  /** Images that the database refers to but the file store did not have. */
  missing: z.array(z.string()),
  members: z.array(z.object({ name: z.string(), bytes: z.int().min(0), sha256: z.string() })),
})

export type Manifest = z.infer<typeof schema>
export type Table = Manifest['tables'][number]
export type Sequence = Manifest['sequences'][number]

/** Throws a BackupError with one sentence if this program cannot read it. */
export function parseManifest(bytes: Buffer | undefined, file: string): Manifest {
  if (bytes === undefined) throw new BackupError(`${basename(file)} is not a Rigwright backup.`)
  const content: unknown = JSON.parse(bytes.toString('utf8'))
  const { format, product } = content as Partial<Record<'format' | 'product', unknown>>
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupError(
      `${basename(file)} was made by a newer Rigwright (${product}); restore it with that one.`,
    )
  const parsed = schema.safeParse(content)
  if (!parsed.success) throw new BackupError(`${basename(file)} is not a Rigwright backup.`)
  return parsed.data
}
