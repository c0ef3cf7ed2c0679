import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** Clock sessions of one person that overlap another of theirs, one of each two. */
export async function listOverlappingSessions(database: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select one.session_id from clock_session one join clock_session other
      on one.company_id = other.company_id and one.technician_id = other.technician_id and one.session_id < other.session_id
      and tstzrange(one.clock_in_time, one.clock_out_time) && tstzrange(other.clock_in_time, other.clock_out_time)
  `.execute(database)
  return rows
}
