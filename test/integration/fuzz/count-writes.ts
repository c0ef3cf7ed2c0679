import type pg from 'pg'

/** The authentication library's tables; and background jobs may update an email and their own rows at any time. */
const UNTRACKED_TABLES = ['auth_session', 'auth_rate_limit', 'email_outbox', 'background_job']

/**
 * Counts committed rows: a trigger on every table records them in the same transaction, so a rollback undoes it.
 * Returns how to read the count.
 */
export async function countWrites(client: pg.Client): Promise<() => Promise<number>> {
  await client.query(`
    create table if not exists written (id bigint generated always as identity primary key);
    create or replace function note_written() returns trigger language plpgsql security definer
      set search_path from current as $$ begin insert into written default values; return null; end $$;`)
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'written'`,
  )
  for (const { name } of rows.filter(({ name }) => !UNTRACKED_TABLES.includes(name)))
    await client.query(`create or replace trigger note_written after insert or update or delete on ${name}
      for each row execute function note_written()`)
  await client.query(`create or replace trigger note_written after insert or delete on email_outbox
    for each row execute function note_written()`)
  return async () => {
    const counted = await client.query<{ count: string }>('select coalesce(max(id), 0) as count from written')
    return Number(counted.rows[0]?.count)
  }
}
