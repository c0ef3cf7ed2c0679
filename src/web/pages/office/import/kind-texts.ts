// What the page says of each kind of spreadsheet before a file is chosen: apart from how rows are checked, which loads the
// contract's schemas.

import { CUSTOMER_SHEET } from '#domain/spreadsheet-import/customer-columns.ts'
import { EMPLOYEE_SHEET } from '#domain/spreadsheet-import/employee-columns.ts'
import type { SpreadsheetKind } from '#domain/spreadsheet-import/import-run.ts'
import type { SheetDefinition } from '#domain/spreadsheet-import/sheet-columns.ts'
import { WORK_SHEET } from '#domain/spreadsheet-import/work-columns.ts'

export type KindTexts = {
  readonly label: string
  readonly lead: string
  readonly sheet: SheetDefinition
  readonly templateFile: string
}

export const KIND_TEXTS = {
  customers: {
    label: 'Customers and RVs',
    lead: 'Only your company sees the customers; an RV’s make, model and year go on file under its VIN.',
    sheet: CUSTOMER_SHEET,
    templateFile: 'customers-template.csv',
  },
  employees: {
    label: 'Employees',
    lead: 'They come without a password: each sets one with “Forgot your password?” at the login, or by a reset link that you send from Employees.',
    sheet: EMPLOYEE_SHEET,
    templateFile: 'employees-template.csv',
  },
  work: {
    label: 'Past work',
    lead: 'Rows with the same invoice number are one visit. Visits become part of their RV’s public work history, marked as imported by your company, without names or contact details. They count for no badge.',
    sheet: WORK_SHEET,
    templateFile: 'past-work-template.csv',
  },
} as const satisfies Record<SpreadsheetKind, KindTexts>
