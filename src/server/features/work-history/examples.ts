import { type Examples, open } from '../../../../test/support/example.ts'
import { PUBLISHED_VIN } from '../../../../test/support/secret-fixtures.ts'

export const examples: Examples = { 'workHistory.get': open({ vin: PUBLISHED_VIN }) }
