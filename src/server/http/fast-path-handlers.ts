// What is asked all day long, and so has a short way (short-way.ts): the board, a rig's history, a new ticket.
// Each is what its procedure does as well; the two that read have their answer as PostgreSQL writes it.

import type * as z from 'zod'
import { tickets } from '#contract/tickets.ts'
import { workHistory } from '#contract/work-history.ts'
import { newTicket } from '#server/features/tickets/commands.ts'
import { writtenBoard } from '#server/features/tickets/queries.ts'
import { writtenHistory } from '#server/features/work-history/queries.ts'
import { type Entries, entriesOf } from '#server/features/work-history/store.ts'
import type { Name } from '#server/rpc/procedure-permissions.ts'
import { asCommand, asQuery, type RequestContext } from '#server/rpc/procedures.ts'
import type { Written } from '#server/rpc/raw-json.ts'

/** A deed whose input was read: what remains is to do it. */
type Prepared =
  | { readonly run: (context: RequestContext) => Promise<Written> }
  /** What anybody may ask is asked together with who asks: a call, and what is made of its row. */
  | { readonly call: string; readonly write: (row: unknown) => Written }

export type ShortDeed = {
  readonly name: Name
  /** Null where what was sent cannot be used. */
  readonly prepare: (sent: unknown) => Prepared | null
}

/** A procedure as the contract has it: with what its input and its output have to be. */
type Declared<Input extends z.ZodType, Output extends z.ZodType> = {
  readonly '~orpc': { readonly inputSchema?: Input; readonly outputSchema?: Output }
}

function deed<Input extends z.ZodType, Output extends z.ZodType>(
  name: Name,
  { '~orpc': { inputSchema, outputSchema } }: Declared<Input, Output>,
  prepare: (input: z.output<Input>, output: Output) => Prepared,
): ShortDeed {
  if (inputSchema === undefined || outputSchema === undefined)
    throw new Error(`The contract does not say what ${name} takes and answers.`)
  return {
    name,
    prepare: sent => {
      const { success, data } = inputSchema.safeParse(sent)
      return success ? prepare(data as z.output<Input>, outputSchema) : null
    },
  }
}

export const createTicket = deed('tickets.create', tickets.create, (input, output) => ({
  run: async context => {
    const made = await asCommand(context, 'tickets.create', JSON.stringify(input), async work =>
      output.parse(await newTicket(work, input)),
    )
    return { json: JSON.stringify(made.output), moments: () => [] }
  },
}))

export const readBoard = deed('tickets.board', tickets.board, input => ({
  run: context => asQuery(context, work => writtenBoard(work, input)),
}))

export const readHistory = deed('workHistory.get', workHistory.get, ({ vin }) => ({
  call: entriesOf(vin),
  write: row => writtenHistory(vin, row as Entries),
}))
