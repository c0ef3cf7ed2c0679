import { type Examples, inPool, OWN_DESK, open, own } from '../../../../test/support/examples/example.ts'
import { PUBLISHED_VIN, VIN } from '../../../../test/support/examples/secret-fixtures.ts'

export const examples: Examples = {
  'rigs.suggest': inPool(OWN_DESK, { starts: VIN.slice(0, 4) }),
  'rigs.get': inPool(OWN_DESK, { vin: PUBLISHED_VIN }),
  'rigs.decode': open({ vin: VIN }),
  'rigs.deferred': own(OWN_DESK, { vin: VIN }),
  'rigs.openTickets': own(OWN_DESK, { vin: VIN }),
}
