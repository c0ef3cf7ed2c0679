import type { PreferredContact } from '#domain/customers/customer.ts'

export const CONTACT_LABELS: Readonly<Record<PreferredContact, string>> = {
  call: 'Call',
  text: 'Text',
  email: 'Email',
}
