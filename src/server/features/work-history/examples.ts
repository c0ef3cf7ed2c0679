import { type Examples, open } from '../../../../test/support/examples/example.ts'
import { PUBLISHED_VIN } from '../../../../test/support/examples/secret-fixtures.ts'

export const examples: Examples = { 'workHistory.get': open({ vin: PUBLISHED_VIN }) }
