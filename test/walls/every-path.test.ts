import { describe } from 'vitest'
import { holdAgainstEveryPath } from './every-path.ts'

describe('with both walls', () => holdAgainstEveryPath())
