import * as z from 'zod'
import { MAX_OTHER_CONTACTS, PREFERRED_CONTACTS } from '#domain/customers/customer.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, uuid, words } from '#server/db/record-values.ts'

/** Each ticket names its own. */
export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z.object({
      firstName: words(200),
      lastName: words(200),
      email: words(320),
      phone: words(60),
      address: orNull(words(600)),
      latitude: orNull(z.number().min(-90).max(90)),
      longitude: orNull(z.number().min(-180).max(180)),
      // Earlier files have none.
      companyName: words(200).default(''),
      otherPhones: z.array(words(60)).max(MAX_OTHER_CONTACTS).default([]),
      otherEmails: z.array(words(320)).max(MAX_OTHER_CONTACTS).default([]),
      note: words(),
      preferredContact: orNull(z.enum(PREFERRED_CONTACTS)),
      agreesToEmail: orNull(z.boolean()),
      agreesToText: orNull(z.boolean()),
      consentAt: orNull(at),
      consentByName: orNull(words(200)),
      createdAt: at,
      mergedInto: orNull(uuid),
      mergedWith: orNull(uuid),
      mergedAt: orNull(at),
    }),
    {
      ...{ name: 'companyCustomers', fileName: 'company-customers', table: 'companyCustomer' },
      ...{ id: 'customerId', key: ['customerId'], time: 'createdAt' },
    },
  ),
]
