// Inserts a ticket with five plain statements, four of them in one transaction, without validation.

import type pg from 'pg'
import type { newTicketBody } from '../new-ticket-body.ts'

/** From `newTicketBody`. */
type NewTicket = {
  readonly customerDetails: Record<'firstName' | 'lastName' | 'email' | 'phone' | 'address', string>
  readonly customerRV: Record<'vin' | 'make' | 'model' | 'year' | 'axleAmount', string>
  readonly jobs: readonly { problem: string; estimatedTime: number; estimate?: boolean }[]
}

export const CHANNEL = 'baseline'

let written = 0

export async function insertTicket(
  pool: pg.Pool,
  company: string,
  body: ReturnType<typeof newTicketBody>,
): Promise<number> {
  const { customerDetails: customer, customerRV: rig, jobs }: NewTicket = JSON.parse(body)
  // Sequential: random ids could collide, and checking that costs a query.
  const ticketId = 100_000 + written
  written += 1
  const now = new Date()
  const { firstName, lastName } = customer
  const card = JSON.stringify({
    ticketId,
    state: 'active',
    firstName,
    lastName,
    make: rig.make,
    model: rig.model,
    year: rig.year,
    assignedTechnician: null,
    technician: null,
    jobCount: jobs.length,
    since: now,
  })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      'insert into ticket values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
      [
        company,
        ticketId,
        'active',
        firstName,
        lastName,
        customer.email,
        customer.phone,
        customer.address,
        rig.vin,
        rig.make,
        rig.model,
        rig.year,
        rig.axleAmount,
        now,
        card,
      ],
    )
    const lines = jobs.map((_, at) => `($1, $2, ${at + 1}, $${at * 3 + 3}, $${at * 3 + 4}, $${at * 3 + 5})`)
    await client.query(`insert into job values ${lines.join(', ')}`, [
      company,
      ticketId,
      ...jobs.flatMap(job => [job.problem, job.estimatedTime, job.estimate ?? false]),
    ])
    const { rows } = await client.query(
      'update company_version set version = version + 1 where company_id = $1 returning version',
      [company],
    )
    await client.query('insert into change_log values ($1, $2, $3, $4, $5, $6, $7, $8)', [
      company,
      rows[0].version,
      'ticket',
      ticketId,
      'ticket.create',
      now,
      company,
      card,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  await pool.query('select pg_notify($1, $2)', [CHANNEL, company])
  return ticketId
}
