// Rigs with owners, for tests: visits with codes, and RV owners' accounts.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { june } from '#server/seed/demo-accounts.ts'
import { sharedVin } from './shared-vin.ts'
import type { Client, TestApp } from './test-app.ts'

type RvDetails = Partial<(typeof june)['customerDetails']>
type VisitOptions = {
  readonly at?: 'dana' | 'ray'
  readonly vin?: string
  readonly customer?: RvDetails
  readonly problem?: string
}

/** A visit in the rig's work history, with its claim code. */
export async function createVisit(
  app: TestApp,
  {
    at = 'dana',
    vin = june.customerRV.vin,
    customer = {},
    problem = 'Roof leak above the bunk',
  }: VisitOptions = {},
): Promise<{ ticketId: number; code: string; vin: string; companyUUID: string }> {
  const desk = app.as(at)
  const { ticketId } = await desk.tickets.create({
    customerDetails: { ...june.customerDetails, ...customer },
    customerRV: { ...june.customerRV, vin },
    jobs: [{ problem, estimatedTime: 1.25 }],
  })
  await desk.tickets.changeJob({ ticketId, jobNumber: 1, cause: 'Seam cracked', correction: 'Sealed it' })
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  const { claim } = await desk.customerLinks.get({ ticketId })
  return { ticketId, vin, code: claim?.code ?? '', companyUUID: app.ids[at] }
}

/** Another RV owner, logged in. */
export async function createRigOwner(app: TestApp): Promise<{ id: string; email: string; client: Client }> {
  const id = randomUUID()
  const email = `${id}@mail.example`
  await sql`insert into auth_user (id, name, email, email_verified, created_at, updated_at)
    values (${id}, 'Otto Owner', ${email}, true, now(), now())`.execute(app.database)
  await sql`insert into auth_credential (user_id, account_id, provider_id, password, created_at, updated_at)
    select ${id}, ${id}, 'credential', password, now(), now() from auth_credential limit 1`.execute(
    app.database,
  )
  await app.database
    .insertInto('customer')
    .values({
      customerUuid: id,
      firstName: 'Otto',
      lastName: 'Owner',
      email,
      phone: '(574) 555-0277',
      address: null,
      latitude: null,
      longitude: null,
    })
    .execute()
  return { id, email, client: app.withCookie(await app.signIn(email)) }
}

/** A separate rig owned by June. */
export async function claimRigOf(app: TestApp, vin = sharedVin(`RIG-${randomUUID().slice(0, 8)}`)) {
  const visit = await createVisit(app, { vin })
  await app.as('june').rigClaims.claim({ vin, code: visit.code })
  return visit
}
