import type pg from 'pg'

/**
 * Disables row-level security in this app's database. Tables isolated by person instead of company (stored responses,
 * customer records) have no filter in code, so theirs stays.
 */
export async function disableRowSecurity(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tablename as name from pg_policies where policyname = 'own_company'`,
  )
  if (rows.length < 10) throw new Error('these are not all of the tables')
  for (const { name } of rows)
    await client.query(`alter table ${name} disable row level security, no force row level security`)
}
