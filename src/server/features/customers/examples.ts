import { type Examples, OWN_DESK, own } from '../../../../test/support/examples/example.ts'

export const examples: Examples = { 'customers.suggest': own(OWN_DESK, { firstName: 'june' }) }
