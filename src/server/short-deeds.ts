// What is asked all day long, and so has a short way (short-way.ts): the board, a rig's history, a new ticket.
// Each is what its procedure does as well; the two that read have their answer as PostgreSQL writes it.

import type * as z from 'zod'
import { tickets } from '#contract/tickets.ts'
import { workHistory } from '#contract/work-history.ts'
import { asCommand, asQuery, type RequestContext } from './api.ts'
import type { Name } from './gate/rights.ts'
import { writtenHistory } from './history/queries.ts'
import { newTicket } from './tickets/commands.ts'
import { writtenBoard } from './tickets/queries.ts'
import type { Written } from './written.ts'

export type ShortDeed = {
  readonly name: Name
  /** Answers with how to do it; null where what was sent cannot be used. */
  readonly prepare: (sent: unknown) => ((context: RequestContext) => Promise<Written>) | null
}

/** A procedure as the contract has it: with what its input and its output have to be. */
type Declared<Input extends z.ZodType, Output extends z.ZodType> = {
  readonly '~orpc': { readonly inputSchema?: Input; readonly outputSchema?: Output }
}

function deed<Input extends z.ZodType, Output extends z.ZodType>(
  name: Name,
  { '~orpc': { inputSchema, outputSchema } }: Declared<Input, Output>,
  run: (context: RequestContext, input: z.output<Input>, output: Output) => Promise<Written>,
): ShortDeed {
  if (inputSchema === undefined || outputSchema === undefined)
    throw new Error(`The contract does not say what ${name} takes and answers.`)
  return {
    name,
    prepare: sent => {
      const { success, data } = inputSchema.safeParse(sent)
      return success ? context => run(context, data as z.output<Input>, outputSchema) : null
    },
  }
}

export const createTicket = deed(
  'tickets.create',
  tickets.create,
  async (context, input, { parse }): Promise<Written> => {
    const { output } = await asCommand(context, 'tickets.create', JSON.stringify(input), async work =>
      parse(await newTicket(work, input)),
    )
    return { json: JSON.stringify(output), moments: [] }
  },
)

export const readBoard = deed('tickets.board', tickets.board, (context, input) =>
  asQuery(context, work => writtenBoard(work, input)),
)

export const readHistory = deed('workHistory.get', workHistory.get, (context, input) =>
  asQuery(context, work => writtenHistory(work, input)),
)
