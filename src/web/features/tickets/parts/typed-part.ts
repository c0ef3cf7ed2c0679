// A part as it is typed and, in the bay, as it waits on the device: its price in dollars.

import { typedCents } from '#domain/lib/typed-money.ts'
import { client } from '#web/api/client.ts'

export type TypedPart = {
  readonly ticketId: number
  readonly quantity: number
  readonly description?: string | undefined
  /** Dollars. */
  readonly perPartAmount?: number | undefined
  readonly jobNumber?: number | undefined
}

export const inCents = ({ perPartAmount, ...part }: TypedPart) => ({
  ...part,
  ...(perPartAmount !== undefined && { perPartAmount: typedCents(perPartAmount) }),
})

export const addTypedPart = (typed: TypedPart, options: Parameters<typeof client.tickets.addPart>[1]) =>
  client.tickets.addPart(inCents(typed), options)
