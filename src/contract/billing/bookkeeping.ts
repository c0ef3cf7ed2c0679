// Invoices and payments for the programs that shops keep their books in.

import * as z from 'zod'
import { BOOKKEEPING_TARGETS, FILE_ENCODINGS } from '#domain/billing/bookkeeping.ts'
import { day, uuid } from '../shared-schemas.ts'
import { procedure } from './pricing-schemas.ts'

const target = z.enum(BOOKKEEPING_TARGETS, { error: 'Select a format.' })

const bookkeepingExport = z.object({
  exportId: uuid,
  target,
  from: z.string(),
  to: z.string(),
  /** Invoices, credit notes, payments, deposits and refunds. */
  entryCount: z.number().int(),
  exportedAt: z.date(),
  exportedByName: z.string(),
})

export const newBookkeepingExport = z.object({ target, from: day, to: day })

const exportId = z.object({ exportId: uuid })

export const bookkeeping = {
  getBookkeeping: procedure({ permission: 'company.export', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/bookkeeping',
      summary: 'List the exports for bookkeeping, newest first',
    })
    .output(
      z.object({
        /** Without it, everything else is empty. */
        isOn: z.boolean(),
        /** The company's date. */
        today: z.string(),
        timeZone: z.string(),
        exports: z.array(bookkeepingExport).readonly(),
      }),
    ),
  exportBooks: procedure({ permission: 'company.export', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/company/bookkeeping',
      successStatus: 201,
      summary: 'Export what was issued and paid on these days and not exported yet',
    })
    .input(newBookkeepingExport)
    .output(exportId),
  getBooks: procedure({ permission: 'company.export', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/bookkeeping/{exportId}',
      summary: 'Get the files of an export, as often as they are asked for',
    })
    .input(exportId)
    .output(
      z.object({
        files: z
          .array(
            z.object({
              name: z.string(),
              text: z.string(),
              /** How the text is to be stored for the program to read it. */
              encoding: z.enum(FILE_ENCODINGS),
            }),
          )
          .readonly(),
      }),
    ),
}
