import { describe } from 'vitest'
import { holdAgainstEveryPath } from './every-path.ts'
import { takeRowSecurityAway } from './row-security.ts'

describe('with the filter of `work` alone', () => holdAgainstEveryPath(takeRowSecurityAway))
