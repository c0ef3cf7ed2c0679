import { type Examples, OWN_OFFICE, own } from '../../../../test/support/examples/example.ts'

export const examples: Examples = {
  'reports.get': own(OWN_OFFICE, { report: 'cycle-time', period: 'last-90-days' }),
  'reports.listTickets': own(OWN_OFFICE, { report: 'cycle-time', period: 'last-90-days', row: 'whole' }),
}
