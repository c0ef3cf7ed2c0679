import { describe } from 'vitest'
import { disableRowSecurity } from './disable-row-security.ts'
import { testEveryEndpoint } from './endpoint-matrix.ts'

describe('with the filter of `work` alone', () => testEveryEndpoint(disableRowSecurity))
