// Everyone whom Bluebonnet's own things are not for. Whoever is let in next (a customer with a link, a
// supplier) becomes one more line here, and is held against every path there is.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { june, maya, PASSWORD } from '#server/seed/demo-accounts.ts'
import { customerOfLink, tokenIn } from '../../support/customer-fixtures.ts'
import type { TestApp } from '../../support/test-app.ts'

export type UnauthorizedActor = {
  readonly name: string
  /** Signed in as them; empty for nobody. */
  readonly cookie: string
  /** The company they are of now; null without one. */
  readonly companyId: string | null
  /** For whom the founders' own paths are. */
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

/** Hires somebody and signs them in. */
async function createEmployee(app: TestApp, owner: 'dana' | 'ray', role: ReturnType<typeof roles>) {
  const somebody = person(owner === 'dana' ? 'Gone' : 'Rival', role)
  const { id } = await app.as(owner).employees.register(somebody)
  return { id, cookie: await app.signIn(somebody.email) }
}

/** An account of no company; with its email confirmed, an owner of rigs. */
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

/** By the link of a rival's ticket, whose question they have answered: no account, a cookie of their browser. */
async function createCustomerElsewhere(app: TestApp): Promise<string> {
  const { ticketId } = await app.as('ray').tickets.create({ ...june, jobs: [] })
  const { link } = await app.as('ray').customerLinks.create({ ticketId })
  return (await customerOfLink(app, tokenIn(link.path))).cookie
}

/** Everyone in the list, signed in; Bluebonnet's former people with the cookies of when they belonged to it. */
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
    { name: "the rival's owner", cookie: await app.signIn('ray@lonestar.example'), ...rival },
    { name: "the rival's writer", ...(await createEmployee(app, 'ray', roles(true, false))), ...rival },
    { name: "the rival's technician", cookie: await app.signIn('wyatt@lonestar.example'), ...rival },
    { name: 'somebody deleted', cookie: deleted.cookie, companyId: null },
    { name: 'somebody deactivated', cookie: deactivated.cookie, companyId: null },
    { name: 'a customer of another ticket', cookie: await createCustomerElsewhere(app), companyId: null },
    { name: 'an account without a company', cookie: await createUnaffiliatedAccount(app), companyId: null },
  ]
}
