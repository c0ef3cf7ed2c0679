// What must hold once every phone has a connection again: each tap is done once or is still on its phone, in order, and
// no two clocks of a person overlap.

import type { Database } from '#server/db/database.ts'
import { listOverlappingSessions } from '../../support/overlapping-sessions.ts'
import type { Phone } from './phones.ts'

/** A person who was denied the ticket after the tap was done gets no stored answer, only the denial. */
const DENIED_CODES = ['NOT_FOUND', 'FORBIDDEN']

export async function checkPhones(
  database: Database,
  companyId: string,
  phones: readonly Phone[],
): Promise<string[]> {
  const errors: string[] = []
  const stored = await database
    .selectFrom('idempotencyKey')
    .select('key')
    .where('companyId', '=', companyId)
    .execute()
  const doneKeys = new Set(stored.map(({ key }) => key))
  const parts = await database
    .selectFrom('part')
    .select(['ticketId', 'description', 'position'])
    .where('companyId', '=', companyId)
    .orderBy('position')
    .execute()

  for (const { taps, answered, refused } of phones) {
    const left = new Map(refused().map(entry => [entry.key, entry.refusal]))
    if (new Set(answered).size !== answered.length) errors.push('a tap was answered twice')
    for (const { key, name, marker } of taps) {
      const isAnswered = answered.includes(key)
      const refusal = left.get(key)
      const tap = `${name} ${marker} ${key}`
      if (refusal === null) errors.push(`${tap} still waits`)
      if (!isAnswered && refusal === undefined) errors.push(`${tap} is neither done nor on the phone`)
      if (isAnswered && refusal !== undefined) errors.push(`${tap} is done and on the phone`)
      if (isAnswered && !doneKeys.has(key)) errors.push(`${tap} was answered and is not done`)
      const isDenied = DENIED_CODES.includes(refusal?.code ?? '')
      if (refusal && doneKeys.has(key) && !isDenied) errors.push(`${tap} is done: ${refusal.code}`)
      const times = parts.filter(({ description }) => description === marker).length
      if (name === 'addPart' && times !== (doneKeys.has(key) ? 1 : 0))
        errors.push(`${tap} is on its ticket ${times} times`)
    }
    const clockKeys = taps.filter(({ name }) => name.startsWith('clock')).map(({ key }) => key)
    const answeredClocks = answered.filter(key => clockKeys.includes(key))
    if (answeredClocks.join() !== clockKeys.filter(key => answeredClocks.includes(key)).join())
      errors.push('clock taps were not answered in the order of the taps')
    const ticketIds = new Set(taps.map(({ ticketId }) => ticketId))
    for (const ticketId of ticketIds) {
      const tapped = taps.filter(tap => tap.ticketId === ticketId).map(({ marker }) => marker)
      const added = parts.filter(part => part.ticketId === ticketId).map(({ description }) => description)
      const inOrder = tapped.filter(marker => marker !== '' && added.includes(marker))
      if (added.filter(marker => inOrder.includes(marker)).join() !== inOrder.join())
        errors.push(`the parts of ticket ${ticketId} are not in the order of the taps`)
    }
  }

  const photoKeys = phones
    .flatMap(({ taps }) => taps)
    .filter(({ name, key }) => name === 'addPhoto' && doneKeys.has(key))
  const photos = await database
    .selectFrom('photo')
    .select('photoId')
    .where('companyId', '=', companyId)
    .where('ticketId', 'in', [...new Set(phones.flatMap(({ taps }) => taps.map(({ ticketId }) => ticketId)))])
    .execute()
  if (photos.length !== photoKeys.length)
    errors.push(`${photoKeys.length} photos were added, and there are ${photos.length}`)

  for (const session of await listOverlappingSessions(database))
    errors.push(`two clocks overlap: ${JSON.stringify(session)}`)
  return errors
}
