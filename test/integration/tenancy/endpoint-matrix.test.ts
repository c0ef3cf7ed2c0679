import { describe } from 'vitest'
import { holdAgainstEveryPath } from './endpoint-matrix.ts'

describe('with both walls', () => holdAgainstEveryPath())
