// What a spreadsheet's rows become, and how that is taken back, by what the spreadsheet holds.

import { type CustomerRow, isSharedRig } from '#domain/import/customer-columns.ts'
import type { EmployeeRow } from '#domain/import/employee-columns.ts'
import type { SpreadsheetKind } from '#domain/import/import-run.ts'
import type { WorkRow } from '#domain/import/work-columns.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { addImportedCustomers, removeImportedCustomers } from '#server/features/imported-customers/store.ts'
import { importEmployees, undoEmployees } from './imported-employees.ts'
import { importVisits, undoVisits } from './imported-visits.ts'
import { addRigs } from './spreadsheet-store.ts'

type Importer = {
  /** Adds what is not here yet. The rows are as the kind's procedure has checked them. */
  readonly addRows: (
    work: UnitOfWork,
    importId: string,
    rows: readonly unknown[],
  ) => Promise<{ added: number; rigsAdded: number; leftOut?: number }>
  /** Removes what nobody has used since, and names the rest; `tickets` leave entries in the work history. */
  readonly undo: (
    work: UnitOfWork,
    importId: string,
  ) => Promise<{ removed: number; remaining: readonly string[]; tickets?: readonly number[] }>
}

export const IMPORTERS: Readonly<Record<SpreadsheetKind, Importer>> = {
  customers: {
    addRows: async (work, importId, rows) => {
      const customers = rows as readonly CustomerRow[]
      return {
        added: await addImportedCustomers(work, importId, customers),
        rigsAdded: await addRigs(work, importId, customers.filter(isSharedRig)),
      }
    },
    undo: async (work, importId) => ({
      removed: await removeImportedCustomers(work, importId),
      remaining: [],
    }),
  },
  employees: {
    addRows: async (work, importId, rows) => ({
      added: await importEmployees(work, importId, rows as readonly EmployeeRow[]),
      rigsAdded: 0,
    }),
    undo: undoEmployees,
  },
  work: {
    addRows: (work, importId, rows) =>
      importVisits(work, importId, rows as readonly { readonly jobs: readonly WorkRow[] }[]),
    undo: undoVisits,
  },
}
