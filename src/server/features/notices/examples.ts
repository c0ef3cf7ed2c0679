import { type Examples, OWN_OFFICE, own } from '../../../../test/support/examples/example.ts'

export const examples: Examples = { 'notices.listWaiting': own(OWN_OFFICE) }
