// Bringing customers along from a spreadsheet: the browser reads the file and sends its rows, the server imports them in
// the background.

import * as z from 'zod'
import { MAX_CHUNK_ROWS, MAX_ROWS } from '#domain/import/import-run.ts'
import { AXLE_AMOUNTS } from '#domain/rigs/rig.ts'
import { base, done, email, line, optionalVin, phone, requiredLine, uuid } from './shared-schemas.ts'

const tags = ['Companies']

/** What may be missing in an old list, and otherwise has to be right. */
const emptyOr = (schema: z.ZodType<string, string>) =>
  line(300).transform((typed, context): string => {
    if (typed === '') return ''
    const { data, error } = schema.safeParse(typed)
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message })
    return data ?? ''
  })

export const importedCustomer = z
  .object({
    firstName: line(80),
    lastName: line(80),
    email: emptyOr(email),
    phone: emptyOr(phone),
    address: line(300),
    vin: optionalVin,
    year: line(10),
    make: line(80),
    model: line(80),
    axleAmount: z.enum([...AXLE_AMOUNTS, ''], { error: `Choose one of: ${AXLE_AMOUNTS.join(', ')}.` }),
  })
  .refine(({ firstName, lastName }) => firstName !== '' || lastName !== '', {
    path: ['lastName'],
    error: 'Required.',
  })

const report = z.object({
  added: z.number().int(),
  alreadyHere: z.number().int(),
  rigsAdded: z.number().int(),
  leftOut: z.number().int(),
  failure: z.string().nullable(),
  undone: z
    .object({
      removed: z.number().int(),
      rigsRemoved: z.number().int(),
      rigsKept: z.number().int(),
    })
    .nullable(),
})

const run = z.object({
  importId: uuid,
  fileName: z.string(),
  state: z.enum(['running', 'done', 'failed', 'undone']),
  rowCount: z.number().int(),
  rowsDone: z.number().int(),
  startedAt: z.date(),
  startedBy: z.string(),
  report,
})

const rowNumber = z.number().int().min(0).max(MAX_ROWS)
const byId = z.object({ importId: uuid })

export const imports = {
  list: base
    .route({
      method: 'GET',
      path: '/imports',
      summary: 'List the imports from spreadsheets, newest first; at most 100',
      tags,
    })
    .output(z.array(run).readonly()),
  start: base
    .route({
      method: 'POST',
      path: '/imports',
      successStatus: 201,
      summary: 'Start an import of customers and rigs',
      description: 'Send its rows next. It runs in the background as soon as all of them have arrived.',
      tags,
    })
    .input(
      z.object({
        fileName: requiredLine(200),
        /** SHA-256 of the file, in hex. */
        fileHash: line(64),
        rowCount: z
          .number()
          .int()
          .min(1, { error: 'Send at least one row.' })
          .max(MAX_ROWS, { error: () => `Send at most ${MAX_ROWS.toLocaleString('en-US')} rows.` }),
        /** Faulty rows that are not sent. */
        leftOut: rowNumber.default(0),
      }),
    )
    .output(byId),
  addCustomers: base
    .route({
      method: 'POST',
      path: '/imports/{importId}/customers',
      summary: 'Send the next rows of an import run',
      tags,
    })
    .input(
      byId.extend({
        /** The number of rows before these. Rows that arrived before are ignored. */
        firstRow: rowNumber,
        rows: z.array(importedCustomer).min(1).max(MAX_CHUNK_ROWS),
      }),
    )
    .output(done),
  checkCustomers: base
    .route({
      method: 'POST',
      path: '/imports/check-customers',
      summary: 'Tell which rows were imported before',
      tags,
    })
    .input(
      z.object({
        rows: z
          .array(
            z.object({
              firstName: line(80),
              lastName: line(80),
              email: line(300),
              phone: line(300),
              vin: line(300),
            }),
          )
          .min(1)
          .max(MAX_CHUNK_ROWS),
      }),
    )
    .output(z.object({ areHere: z.array(z.boolean()).readonly() })),
  undo: base
    .route({
      method: 'POST',
      path: '/imports/{importId}/undo',
      summary: 'Undo an import: removes what it brought, except rigs that are needed by now',
      tags,
    })
    .input(byId)
    .output(done),
  suggestCustomers: base
    .route({
      method: 'GET',
      path: '/imported-customers',
      summary: 'Suggest imported customers by the beginning of their name; at most 5',
      tags,
    })
    .input(z.object({ name: line(80) }))
    .output(
      z.object({
        /** Whether the company has imported any. */
        hasAny: z.boolean(),
        customers: z
          .array(
            z.object({
              customerId: uuid,
              firstName: z.string(),
              lastName: z.string(),
              email: z.string(),
              phone: z.string(),
              address: z.string().nullable(),
              vin: z.string().nullable(),
            }),
          )
          .readonly(),
      }),
    ),
}
