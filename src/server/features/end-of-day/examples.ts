import { type Examples, OWN_OFFICE, own } from '../../../../test/support/examples/example.ts'

export const examples: Examples = { 'endOfDay.get': own(OWN_OFFICE, { day: '2025-11-20' }) }
