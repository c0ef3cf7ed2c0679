import { describe } from 'vitest'
import { testEveryEndpoint } from './endpoint-matrix.ts'

describe('with both layers', () => testEveryEndpoint())
