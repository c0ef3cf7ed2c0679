import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { describeLoad, fittedPartLabel, MAX_FITTED_TO_BRING, visitLoad } from './fitted-part.ts'

const FURNACE = { componentId: 'furnace', component: 'Furnace' }
const IGNITER = { description: 'Igniter 1473', perPartAmount: cents(38_00), ticketId: 104_217 }

test('a part that fitted before says where it was used last, and its price where there is one', () => {
  expect(fittedPartLabel(IGNITER)).toBe('Igniter 1473, ticket 104217, $38.00')
  expect(fittedPartLabel({ ...IGNITER, perPartAmount: null })).toBe('Igniter 1473, ticket 104217')
})

test('a visit’s load names the parts on the lines of a component, and what fitted before', () => {
  const load = visitLoad(
    { ...FURNACE, component: 'Furnace · Suburban SF-30F' },
    [{ quantity: 2, description: 'Gas valve' }],
    [IGNITER],
  )
  expect(describeLoad(load)).toBe(
    'Furnace · Suburban SF-30F. Bring: 2 × Gas valve, Igniter 1473 (fitted before)',
  )
  expect(describeLoad(visitLoad(FURNACE, [], []))).toBe('Furnace')
})

test('what is on the lines already is not named again, and never more than three that fitted', () => {
  const description = fc.constantFrom('Igniter', 'Gas valve', 'Sail switch', 'Blower', 'Limit switch')
  fc.assert(
    fc.property(fc.array(description), fc.uniqueArray(description), (onLines, fitted) => {
      const { fittedBefore } = visitLoad(
        FURNACE,
        onLines.map(each => ({ quantity: 1, description: ` ${each.toUpperCase()}` })),
        fitted.map(each => ({ description: each })),
      )
      const others = fitted.filter(each => !onLines.includes(each))
      expect(fittedBefore).toEqual(others.slice(0, MAX_FITTED_TO_BRING))
    }),
  )
})
