// Everyone who must not see Bluebonnet's data. A new kind of user (a customer with a link, a supplier) is added here,
// and tested against every path.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { june, maya, PASSWORD } from '#server/seed/demo-accounts.ts'
import { customerOfLink, tokenIn } from '../../support/customer-fixtures.ts'
import type { TestApp } from '../../support/test-app.ts'

export type UnauthorizedActor = {
  readonly name: string
  /** Logged in as them; empty for a visitor. */
  readonly cookie: string
  /** Their company now; null without one. */
  readonly companyId: string | null
  /** For whom the founders' paths are. */
  readonly isFounder?: true
}

const roles = (isServiceWriter: boolean, isTechnician: boolean) => ({ isServiceWriter, isTechnician })

const person = (firstName: string, role: ReturnType<typeof roles>) => ({
  firstName,
  lastName: 'Moss',
  email: `${firstName}@${randomUUID()}.example`.toLowerCase(),
  phone: '(512) 555-0188',
  licenseNumber: 'TX-1',
  password: PASSWORD,
  roles: role,
})

/** Registers an employee and logs them in. */
async function createEmployee(app: TestApp, owner: 'dana' | 'ray', role: ReturnType<typeof roles>) {
  const employee = person(owner === 'dana' ? 'Gone' : 'Rival', role)
  const { id } = await app.as(owner).employees.register(employee)
  return { id, cookie: await app.signIn(employee.email) }
}

/** An account without a company; with a confirmed email, an RV owner. */
async function createUnaffiliatedAccount(app: TestApp, isConfirmed = false): Promise<string> {
  const [id, email] = [randomUUID(), `${randomUUID()}@mail.example`]
  await sql`insert into auth_user (id, name, email, email_verified, created_at, updated_at)
    values (${id}, 'Ex', ${email}, ${isConfirmed}, now(), now())`.execute(app.database)
  await sql`insert into auth_credential (user_id, account_id, provider_id, password, created_at, updated_at)
    select ${id}, ${id}, 'credential', password, now(), now() from auth_credential limit 1`.execute(
    app.database,
  )
  return app.signIn(email)
}

/** By the answered link of another company's ticket: no account, only a cookie. */
async function createCustomerElsewhere(app: TestApp): Promise<string> {
  const { ticketId } = await app.as('ray').tickets.create({ ...june, jobs: [] })
  const { link } = await app.as('ray').customerLinks.create({ ticketId })
  return (await customerOfLink(app, tokenIn(link.path))).cookie
}

/** The name of another company's owner. */
export const RIVAL_OWNER = "the rival's owner"

/** Everyone in the list, logged in; Bluebonnet's former employees with their old cookies. */
export async function createUnauthorizedActors(app: TestApp): Promise<UnauthorizedActor[]> {
  const rival = { companyId: app.ids.ray }
  const deleted = await createEmployee(app, 'dana', roles(true, true))
  const deactivated = await createEmployee(app, 'dana', roles(true, true))
  await app.as('dana').employees.delete({ id: deleted.id })
  await app.as('dana').employees.deactivate({ id: deactivated.id })
  return [
    { name: 'an owner of rigs', cookie: await createUnaffiliatedAccount(app, true), companyId: null },
    { name: 'a founder', cookie: await app.signIn(maya.email), companyId: null, isFounder: true },
    { name: 'nobody', cookie: '', companyId: null },
    { name: RIVAL_OWNER, cookie: await app.signIn('ray@lonestar.example'), ...rival },
    { name: "the rival's writer", ...(await createEmployee(app, 'ray', roles(true, false))), ...rival },
    { name: "the rival's technician", cookie: await app.signIn('wyatt@lonestar.example'), ...rival },
    { name: 'a deleted employee', cookie: deleted.cookie, companyId: null },
    { name: 'a deactivated employee', cookie: deactivated.cookie, companyId: null },
    { name: 'a customer of another ticket', cookie: await createCustomerElsewhere(app), companyId: null },
    { name: 'an account without a company', cookie: await createUnaffiliatedAccount(app), companyId: null },
  ]
}
