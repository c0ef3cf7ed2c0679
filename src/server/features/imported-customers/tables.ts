import type { RecordSheet } from '#server/db/record-set.ts'

export const IMPORTED_CUSTOMERS: RecordSheet = {
  ...{ name: 'importedCustomers', fileName: 'imported-customers' },
  ...{ table: 'importedCustomer', key: ['customerId'] },
  columns: [
    ...['customerId', 'firstName', 'lastName', 'email', 'phone', 'address'],
    ...['vin', 'year', 'make', 'model', 'axleAmount', 'addedAt'],
  ],
}
