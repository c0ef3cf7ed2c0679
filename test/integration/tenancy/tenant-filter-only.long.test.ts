import { describe } from 'vitest'
import { disableRowSecurity } from './disable-row-security.ts'
import { testEveryEndpoint } from './endpoint-matrix.ts'

describe('with the company filter alone', () => testEveryEndpoint(disableRowSecurity))
