import { describe } from 'vitest'
import { takeRowSecurityAway } from './disable-row-security.ts'
import { holdAgainstEveryPath } from './endpoint-matrix.ts'

describe('with the filter of `work` alone', () => holdAgainstEveryPath(takeRowSecurityAway))
