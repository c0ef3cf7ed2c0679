// Owners of rigs with an account of their own: of no company, their email confirmed. Who they are stands among the
// customers' records, under the account's id.

import { sql } from 'kysely'
import { literal } from '#server/database/one-message.ts'
import { addRvOwnerAccount } from '#server/sign-in/accounts.ts'
import type { Work } from '#server/work.ts'

export type RvOwnerDetails = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly address: string | null
}

/** Adds somebody's account with their record. INVALID beside `email` when it has an account already. */
export async function addRvOwner(
  work: Work,
  id: string,
  passwordHash: string,
  details: RvOwnerDetails,
): Promise<void> {
  const { firstName, lastName, email } = details
  await addRvOwnerAccount(work, { id, name: `${firstName} ${lastName}`, email, passwordHash })
  await work.database
    .insertInto('customer')
    .values({ customerUuid: id, ...details, latitude: null, longitude: null })
    .execute()
}

/** Opens the record of whoever is at work to this work. */
export async function openOwnRecord(work: Work): Promise<void> {
  if (!('id' in work.actor)) return
  await sql.raw(`SET LOCAL app.customer = ${literal(work.actor.id)}`).execute(work.database)
}
