import { describe, expect, test } from 'vitest'
import { matchPattern } from './match-pattern.ts'

const VIN = '1UJBJ0BN8M17X0042'
const fits = (keys: string) => matchPattern(keys, VIN) >= 0

describe('a pattern matches', () => {
  test.each(['B', 'BJ0BN', '*J', '****N', '*J0', '*****|M17', '**0**|*1', '*****|**7X', 'BJ0BN|M17X0042'])(
    '%s',
    keys => {
      expect(fits(keys)).toBe(true)
    },
  )

  test.each([
    ['**#', 'a digit'],
    ['**[0HS]', 'one of three'],
    ['*[H-K]', 'one of a range'],
    ['[AB][JK]0', 'two classes'],
    ['*****|*[1-47R]', 'a plant of a mixed class'],
    ['*****|*[04-91]', 'the last after a range'],
  ])('%s, %s', keys => {
    expect(fits(keys)).toBe(true)
  })
})

describe('a pattern does not match', () => {
  test.each([
    ['C', 'another sign'],
    ['*K', 'another second sign'],
    ['*#', 'a letter where a digit belongs'],
    ['**[1-9]', 'outside of the range'],
    ['*****|*[2-47R]', 'outside of a mixed class'],
    ['C****|*1', 'the plant alone'],
    ['BJ0BN|*2', 'all but the plant'],
    ['*****|**7Y', 'the last sign of the second part'],
    ['*B[CFJM_______]', 'as the catalog has it, with what cannot be in a VIN'],
  ])('%s: %s', keys => {
    expect(fits(keys)).toBe(false)
  })
})

describe('the closer pattern', () => {
  test.each([
    ['BJ', 'B', 'tells more positions'],
    ['B', '[AB]', 'leaves nothing open'],
    ['[AB]', '[A-H]', 'leaves less open'],
    ['**[02]', '**#', 'leaves less open than any digit'],
    ['B****|*1', 'B', 'tells the plant as well'],
  ])('%s beside %s is %s', (closer, other) => {
    expect(matchPattern(closer, VIN)).toBeGreaterThan(matchPattern(other, VIN))
  })

  test('is not one that adds nothing', () => {
    expect(matchPattern('B****', VIN)).toBe(matchPattern('B', VIN))
  })
})
