/**
 * What is typed of a customer, in the order in which it is listed. A new field is also in `src/contract/customer.ts`, in
 * the columns of five tables (ticket, customer, companyCustomer, booking, importedCustomer) and in `shared_rig_contact`, and the compiler
 * names what else has it, except its inputs (the desk's `customer-fields.tsx`; `book.page.tsx` with `BOOKED_BY`),
 * `customer-panel.tsx`, `FINGERPRINTS` of imports (an undo keeps what was edited since) and `waitingRowsWithout`.
 */
export const CUSTOMER_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'address'] as const

export type CustomerField = (typeof CUSTOMER_FIELDS)[number]
