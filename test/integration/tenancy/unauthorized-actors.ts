// Everyone whom Bluebonnet's own things are not for. Whoever is let in next (a customer with a link, a
// supplier) becomes one more line here, and is held against every path there is.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { june, maya, PASSWORD } from '#server/seed/demo-accounts.ts'
import { answering, tokenIn } from '../../support/customer-fixtures.ts'
import type { World } from '../../support/test-app.ts'

export type Outsider = {
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
  ...{ firstName, lastName: 'Moss', email: `${firstName}@${randomUUID()}.example`.toLowerCase() },
  ...{ phone: '(512) 555-0188', licenseNumber: 'TX-1', password: PASSWORD, roles: role },
})

/** Hires somebody and signs them in. */
async function hire(world: World, owner: 'dana' | 'ray', role: ReturnType<typeof roles>) {
  const somebody = person(owner === 'dana' ? 'Gone' : 'Rival', role)
  const { id } = await world.as(owner).employees.register(somebody)
  return { id, cookie: await world.signIn(somebody.email) }
}

/** An account of no company; with its email confirmed, an owner of rigs. */
async function accountOfNobody(world: World, isConfirmed = false): Promise<string> {
  const [id, email] = [randomUUID(), `${randomUUID()}@mail.example`]
  await sql`insert into auth_user (id, name, email, email_verified, created_at, updated_at)
    values (${id}, 'Ex', ${email}, ${isConfirmed}, now(), now())`.execute(world.database)
  await sql`insert into auth_credential (user_id, account_id, provider_id, password, created_at, updated_at)
    select ${id}, ${id}, 'credential', password, now(), now() from auth_credential limit 1`.execute(
    world.database,
  )
  return world.signIn(email)
}

/** By the link of a rival's ticket, whose question they have answered: no account, a cookie of their browser. */
async function customerElsewhere(world: World): Promise<string> {
  const { ticketId } = await world.as('ray').tickets.create({ ...june, jobs: [] })
  const { link } = await world.as('ray').links.make({ ticketId })
  return (await answering(world, tokenIn(link.path))).cookie
}

/** Everyone in the list, signed in; Bluebonnet's former people with the cookies of when they belonged to it. */
export async function callOutsiders(world: World): Promise<Outsider[]> {
  const rival = { companyId: world.ids.ray }
  const deleted = await hire(world, 'dana', roles(true, true))
  const deactivated = await hire(world, 'dana', roles(true, true))
  await world.as('dana').employees.delete({ id: deleted.id })
  await world.as('dana').employees.deactivate({ id: deactivated.id })
  return [
    { name: 'an owner of rigs', cookie: await accountOfNobody(world, true), companyId: null },
    { name: 'a founder', cookie: await world.signIn(maya.email), companyId: null, isFounder: true },
    { name: 'nobody', cookie: '', companyId: null },
    { name: "the rival's owner", cookie: await world.signIn('ray@lonestar.example'), ...rival },
    { name: "the rival's writer", ...(await hire(world, 'ray', roles(true, false))), ...rival },
    { name: "the rival's technician", cookie: await world.signIn('wyatt@lonestar.example'), ...rival },
    { name: 'somebody deleted', cookie: deleted.cookie, companyId: null },
    { name: 'somebody deactivated', cookie: deactivated.cookie, companyId: null },
    { name: 'a customer of another ticket', cookie: await customerElsewhere(world), companyId: null },
    { name: 'an account without a company', cookie: await accountOfNobody(world), companyId: null },
  ]
}
