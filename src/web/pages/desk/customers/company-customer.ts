import type { api } from '#web/api/client.ts'

/** A customer of the company, with their tickets. */
export type CompanyCustomer = Awaited<ReturnType<typeof api.customers.get.call>>
