import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import type { RecordSheet } from '#server/db/record-set.ts'

export const IMPORTED_CUSTOMERS: RecordSheet = {
  ...{ name: 'importedCustomers', fileName: 'imported-customers' },
  ...{ table: 'importedCustomer', key: ['customerId'] },
  columns: [
    ...['customerId', ...CUSTOMER_FIELDS],
    ...['vin', 'year', 'make', 'model', 'axleAmount', 'addedAt'],
  ],
}
