// Bringing customers along from a spreadsheet: the browser reads the file and sends its rows, the server imports them in
// the background.

import * as z from 'zod'
import { AXLE_AMOUNTS } from '#domain/rigs/rig.ts'
import { MAX_EMPLOYEE_ROWS, ROLE_NAMES, YES_OR_NO } from '#domain/spreadsheet-import/employee-columns.ts'
import { MAX_CHUNK_ROWS, MAX_ROWS, SPREADSHEET_KINDS } from '#domain/spreadsheet-import/import-run.ts'
import { amountProblem } from '#domain/spreadsheet-import/sheet-values.ts'
import { hoursProblem, MAX_VISIT_LINES } from '#domain/spreadsheet-import/work-columns.ts'
import { typedCustomer } from './customer.ts'
import { employeeFields } from './employees.ts'
import { typedJob } from './job.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { typedRig } from './rig.ts'
import {
  done,
  email,
  line,
  optionalName,
  optionalRigVin,
  phone,
  requiredLine,
  text,
  uuid,
  vin,
} from './shared-schemas.ts'

const procedure = proceduresTagged('Companies')

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
    firstName: optionalName(80),
    lastName: optionalName(80),
    email: emptyOr(email),
    phone: emptyOr(phone),
    address: typedCustomer.shape.address,
    vin: optionalRigVin,
    ...typedRig.pick({ year: true, make: true, model: true }).shape,
    axleAmount: z.enum([...AXLE_AMOUNTS, ''], { error: `Choose one of: ${AXLE_AMOUNTS.join(', ')}.` }),
  })
  .refine(({ firstName, lastName }) => firstName !== '' || lastName !== '', {
    path: ['lastName'],
    error: 'Required.',
  })

/** Without a password: it is set by the employee. */
export const importedEmployee = z.object({
  ...employeeFields,
  isInsured: z.enum(YES_OR_NO, { error: 'Enter Yes or No.' }),
  roles: z.enum(ROLE_NAMES, { error: `Enter one of: ${ROLE_NAMES.filter(name => name !== '').join(', ')}.` }),
})

/** Text that `problemOf` finds nothing wrong with. */
const checkedText = (problemOf: (typed: string) => string | null) =>
  line(40).superRefine((typed, context) => {
    const message = problemOf(typed)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/** A job of past work. Its numbers are text, as the spreadsheet has them, and amounts are dollars. */
export const importedJob = z.object({
  /** `YYYY-MM-DD`, or with the time of day when it was done `YYYY-MM-DD HH:mm` or `HH:mm:ss`. */
  date: line(40).min(1, { error: 'Required.' }),
  /** Jobs with the same number are one visit. */
  invoice: line(60),
  ...typedRig.pick({ vin: true, year: true, make: true, model: true }).shape,
  firstName: optionalName(80),
  lastName: optionalName(80),
  email: emptyOr(email),
  phone: emptyOr(phone),
  complaint: typedJob.shape.problem,
  ...typedJob.pick({ cause: true, correction: true }).shape,
  hours: checkedText(hoursProblem),
  parts: text(300),
  partsAmount: checkedText(amountProblem),
  /** Of the whole visit. */
  total: checkedText(amountProblem),
  technician: optionalName(160),
})

const importedVisit = z.object({ jobs: z.array(importedJob).min(1).max(MAX_VISIT_LINES) })

/** An imported customer, suggested at the desk. */
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
      /** What stays because it was used since, and the first names of it. */
      remaining: z.number().int().default(0),
      remainingNames: z.array(z.string()).readonly().default([]),
    })
    .nullable(),
})

const run = z.object({
  importId: uuid,
  kind: z.enum(SPREADSHEET_KINDS),
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
/** `firstRow` is the number of rows before these. Rows that arrived before are ignored. */
const chunk = byId.extend({ firstRow: rowNumber })

export const imports = {
  list: procedure({ permission: 'company.import-data', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/imports',
      summary: 'List the imports from spreadsheets, newest first; at most 100',
    })
    .output(z.array(run).readonly()),
  start: procedure({
    permission: 'company.import-data',
    rateLimit: rateLimit(
      'server',
      limit('company', 30, HOUR, 'A shop that tries how its columns fit; each may bring 20,000 rows.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/imports',
      successStatus: 201,
      summary: 'Start an import of customers and rigs, of employees, or of past work',
      description:
        'Send its rows next, or its visits. It runs in the background as soon as all of them have arrived.',
    })
    .input(
      z.object({
        kind: z.enum(SPREADSHEET_KINDS).default('customers'),
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
  addCustomers: procedure({
    permission: 'company.import-data',
    rateLimit: rateLimit('server', limit('company', 600, HOUR, 'Seven full files of 80 requests.')),
  })
    .route({
      method: 'POST',
      path: '/imports/{importId}/customers',
      summary: 'Send the next customers of an import run',
    })
    .input(chunk.extend({ rows: z.array(importedCustomer).min(1).max(MAX_CHUNK_ROWS) }))
    .output(done),
  addEmployees: procedure({
    permission: 'company.import-data',
    rateLimit: rateLimit('server', limit('company', 30, HOUR, 'One for each import.')),
  })
    .route({
      method: 'POST',
      path: '/imports/{importId}/employees',
      summary: 'Send the next employees of an import run',
      description: 'They have no password: each sets one with a password reset link.',
    })
    .input(chunk.extend({ rows: z.array(importedEmployee).min(1).max(MAX_EMPLOYEE_ROWS) }))
    .output(done),
  addVisits: procedure({
    permission: 'company.import-data',
    rateLimit: rateLimit('server', limit('company', 600, HOUR, 'As many as of customers.')),
  })
    .route({
      method: 'POST',
      path: '/imports/{importId}/visits',
      summary: 'Send the next visits of an import run',
    })
    .input(chunk.extend({ rows: z.array(importedVisit).min(1).max(MAX_CHUNK_ROWS) }))
    .output(done),
  checkCustomers: procedure({
    permission: 'company.import-data',
    rateLimit: rateLimit('server', limit('company', 1200, HOUR, 'Twice as many.')),
  })
    .route({
      method: 'POST',
      path: '/imports/check-customers',
      summary: 'Tell which rows were imported before',
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
  checkEmployees: procedure({
    permission: 'company.import-data',
    rateLimit: rateLimit(
      'scraping',
      limit('company', 120, HOUR, 'It says whose email has an account: a list, and the corrections in it.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/imports/check-employees',
      summary: 'Tell which emails have an account already',
      description:
        'Of a few hundred an hour, once the owner has confirmed their email. Others are left out when the import runs.',
    })
    .input(z.object({ emails: z.array(line(300)).min(1).max(MAX_EMPLOYEE_ROWS) }))
    .output(z.object({ inUse: z.array(z.string()).readonly() })),
  checkVisits: procedure({
    permission: 'company.import-data',
    rateLimit: rateLimit('server', limit('company', 1200, HOUR, 'As many as of customers.')),
  })
    .route({
      method: 'POST',
      path: '/imports/check-visits',
      summary: 'Tell which visits were imported before, and which rigs are on file',
    })
    .input(
      z.object({
        /** Each is made of a visit's invoice number, date and VIN. */
        keys: z.array(text(2500)).max(MAX_CHUNK_ROWS),
        vins: z.array(vin).max(MAX_CHUNK_ROWS),
      }),
    )
    .output(
      z.object({
        areHere: z.array(z.boolean()).readonly(),
        /** Of the VINs. */
        onFile: z.array(z.string()).readonly(),
        /** Of each VIN, the visits that the company has imported so far. */
        visitsHere: z.array(z.int()).readonly(),
        /** VINs beyond what a company may ask in an hour. Their visits are imported as they are. */
        unanswered: z.array(z.string()).readonly(),
      }),
    ),
  undo: procedure({ permission: 'company.import-data', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/imports/{importId}/undo',
      summary: 'Undo an import: removes what it brought, except what was used since',
    })
    .input(byId)
    .output(done),
}
