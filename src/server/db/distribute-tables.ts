// Distributes a migrated database over a Citus cluster, as citus-distribution.ts defines.

import type pg from 'pg'
import { distributionStatements } from './citus-distribution.ts'

/** The message is a complete sentence for the user; nothing was changed. */
export class DistributionError extends Error {}

/** Throws a DistributionError if it is impossible. Run again, it distributes tables added since. */
export async function distributeTables(client: pg.Client, print: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ offered: boolean; migrated: boolean; bypasses: boolean }>(`
    select exists (select from pg_available_extensions where name = 'citus') as offered,
           to_regclass('company_version') is not null as migrated,
           rolsuper or rolbypassrls as bypasses
    from pg_roles where rolname = current_user`)
  if (rows[0]?.offered !== true)
    throw new DistributionError('This PostgreSQL does not have the Citus extension; nothing was changed.')
  if (!rows[0].migrated)
    throw new DistributionError('The database is empty: start Rigwright on it once, stop it, and try again.')
  // Rows are copied by a role that sees all of them.
  if (!rows[0].bypasses)
    throw new DistributionError(
      'The user in DATABASE_URL must bypass row-level security, as a superuser does.',
    )
  await client.query('create extension if not exists citus')
  const distributed = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid`,
  )
  const statements = distributionStatements(new Set(distributed.rows.map(({ name }) => name)))
  for (const [index, statement] of statements.entries()) {
    print(`${index + 1} of ${statements.length}  ${statement}`)
    await client.query(statement)
  }
  print('The tables are distributed. Run this again after an upgrade that adds tables.')
}
