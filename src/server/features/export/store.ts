// What companies imported that counts for nothing here, for their next export.

import { sql } from 'kysely'
import type { Row } from '#server/db/schema.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

type ImportedRecord = Pick<Row<'importedRecord'>, 'kind' | 'position'> & { readonly content: unknown }

/** Waits for the database: an import has any number of them. */
export async function addImportedRecords(
  work: UnitOfWork,
  records: readonly ImportedRecord[],
): Promise<void> {
  if (records.length === 0) return
  await work.database
    .insertInto('importedRecord')
    .values(
      records.map(({ content, ...record }) => ({
        companyId: work.companyId,
        ...record,
        content: JSON.stringify(content),
      })),
    )
    .execute()
}

/** The log’s entries after a position: a page of them. */
export const listImportedLog = (work: UnitOfWork, after: number, limit: number) =>
  work
    .from('importedRecord')
    .select(['position', 'content'])
    .where('kind', '=', 'log')
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()

/** What is imported of these positions, by position. */
export async function listImported(
  work: UnitOfWork,
  kind: Row<'importedRecord'>['kind'],
  positions: readonly number[],
): Promise<ReadonlyMap<number, unknown>> {
  const rows = await work
    .from('importedRecord')
    .select(['position', 'content'])
    .where('kind', '=', kind)
    .where(sql<boolean>`position = any(${[...positions]}::int[])`)
    .execute()
  return new Map(rows.map(({ position, content }) => [position, content]))
}
