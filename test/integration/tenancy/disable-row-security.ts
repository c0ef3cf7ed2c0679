import type pg from 'pg'

/**
 * Takes the second wall away in this world's database. What is walled by person and not by company (an
 * answer, a customer's record) has no filter in code, so it stays.
 */
export async function disableRowSecurity(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tablename as name from pg_policies where policyname = 'own_company'`,
  )
  if (rows.length < 10) throw new Error('these are not all of the tables')
  for (const { name } of rows)
    await client.query(`alter table ${name} disable row level security, no force row level security`)
}
