// The handlers of the fast path (fast-path.ts): the board, a rig's history, a new ticket. Each does what its
// procedure does; the two queries return JSON as PostgreSQL writes it.

import type * as z from 'zod'
import { tickets } from '#contract/tickets.ts'
import { workHistory } from '#contract/work-history.ts'
import { createTicketWithin } from '#server/features/tickets/commands.ts'
import { boardJson } from '#server/features/tickets/queries.ts'
import { historyJson } from '#server/features/work-history/queries.ts'
import { type HistoryRow, historySql } from '#server/features/work-history/store.ts'
import type { ProcedureName } from '#server/rpc/procedure-permissions.ts'
import { runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RawJson } from '#server/rpc/raw-json.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'

/** A handler with validated input. */
type PreparedHandler =
  | { readonly run: (context: RequestContext) => Promise<RawJson> }
  /** Public queries run together with the session lookup: a call, and a function for its row. */
  | { readonly call: string; readonly write: (row: unknown) => RawJson }

export type FastPathHandler = {
  readonly name: ProcedureName
  /** Null for invalid input. */
  readonly prepare: (input: unknown) => PreparedHandler | null
}

/** A procedure of the contract with its input and output schemas. */
type ContractProcedure<Input extends z.ZodType, Output extends z.ZodType> = {
  readonly '~orpc': { readonly inputSchema?: Input; readonly outputSchema?: Output }
}

function defineHandler<Input extends z.ZodType, Output extends z.ZodType>(
  name: ProcedureName,
  { '~orpc': { inputSchema, outputSchema } }: ContractProcedure<Input, Output>,
  prepare: (input: z.output<Input>, output: Output) => PreparedHandler,
): FastPathHandler {
  if (inputSchema === undefined || outputSchema === undefined)
    throw new Error(`The contract has no input and output for ${name}.`)
  return {
    name,
    prepare: body => {
      const { success, data } = inputSchema.safeParse(body)
      return success ? prepare(data as z.output<Input>, outputSchema) : null
    },
  }
}

export const createTicket = defineHandler('tickets.create', tickets.create, (input, output) => ({
  run: async context => {
    const result = await runCommand(context, 'tickets.create', JSON.stringify(input), async work =>
      output.parse(await createTicketWithin(work, input)),
    )
    return { json: JSON.stringify(result.output), datePaths: () => [] }
  },
}))

export const readBoard = defineHandler('tickets.board', tickets.board, input => ({
  run: context => runQuery(context, work => boardJson(work, input)),
}))

export const readHistory = defineHandler('workHistory.get', workHistory.get, ({ vin }) => ({
  call: historySql(vin),
  write: row => historyJson(vin, row as HistoryRow),
}))
