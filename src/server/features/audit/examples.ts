import { type Examples, OWN_OFFICE, own } from '../../../../test/support/examples/example.ts'

export const examples: Examples = {
  'audit.list': own(OWN_OFFICE),
  'audit.listSignIns': own(OWN_OFFICE),
}
