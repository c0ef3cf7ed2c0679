import {
  byId,
  type Examples,
  freshEmail,
  type Input,
  OFFICE,
  OWN_OFFICE,
  own,
  renewed,
} from '../../../../test/support/examples/example.ts'
import type { SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'
import { importedJob, importedPerson } from '../../../../test/support/imported-rows.ts'

const SPREADSHEET = { fileName: 'customers.csv', fileHash: '0'.repeat(64) }
const CUSTOMER = {
  ...{ firstName: 'June', lastName: 'Park', email: '', phone: '', address: '' },
  ...{ vin: '', year: '', make: '', model: '', axleAmount: '' },
}

/** One import of a company runs at a time. */
const endImports = ({ app }: SecretFixtures) =>
  app.database.updateTable('importRun').set({ state: 'failed' }).where('state', '=', 'running').execute()

/** On an import of Bluebonnet's that waits for its rows. */
const onImport = (kind: 'customers' | 'employees' | 'work', input: () => Input, isEnded = false) =>
  byId(OFFICE, async shop => {
    await endImports(shop)
    const { importId } = await shop.app.as('dana').imports.start({ ...SPREADSHEET, kind, rowCount: 2 })
    if (isEnded) await endImports(shop)
    return { importId, ...input() }
  })

const asking = (input: Input) => ({ ...own(OWN_OFFICE, input), isUnlogged: true }) as const

export const examples: Examples = {
  'imports.list': own(OWN_OFFICE),
  'imports.start': renewed(own(OWN_OFFICE), async shop => {
    await endImports(shop)
    return { ...SPREADSHEET, rowCount: 1 }
  }),
  'imports.addCustomers': onImport('customers', () => ({ firstRow: 0, rows: [CUSTOMER] })),
  'imports.addEmployees': onImport('employees', () => ({
    firstRow: 0,
    rows: [{ ...importedPerson, email: freshEmail() }],
  })),
  'imports.addVisits': onImport('work', () => ({ firstRow: 0, rows: [{ jobs: [importedJob] }] })),
  'imports.undo': onImport('customers', () => ({}), true),
  'imports.checkCustomers': asking({
    rows: [{ firstName: 'June', lastName: 'Park', email: '', phone: '', vin: '' }],
  }),
  'imports.checkEmployees': asking({ emails: ['june@mail.example'] }),
  'imports.checkVisits': asking({ keys: ['1042'], vins: [importedJob.vin] }),
}
