import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMPONENT_KIND_LIST, COMPONENT_KINDS } from './component.ts'
import { kindsNamed } from './named-kinds.ts'

test.each([
  ['Furnace will not light', ['furnace']],
  ['furnaces cycle on and off', ['furnace']],
  ['Fridge not cooling on propane', ['refrigerator']],
  ['Water heater leaks, and the toilet runs', ['water-heater', 'toilet']],
  ['A/C freezes up', ['air-conditioner']],
  ['AC unit in the bedroom trips the breaker', ['air-conditioner']],
  ['Bedroom slide-out stuck halfway', ['slide-out']],
  ['Slideout won’t come in', ['slide-out']],
  ['Awning fabric torn', ['awning']],
  ['House batteries dead after a night', ['batteries']],
  ['Converter hums, inverter shows E02', ['converter', 'inverter']],
  ['Onan generator surges under load', ['generator']],
  ['Roof leaks over the bathroom', ['roof']],
  ['Roof vent lid cracked', ['windows']],
  ['Roof leaks at the skylight', ['roof', 'windows']],
  ['Landing gear will not retract', ['leveling']],
  ['Replace all four tires', ['tires']],
  ['Brakes squeal', ['axles']],
  ['Water pump cycles with no faucet open', ['pump']],
  ['Stove top burner will not stay lit', ['range']],
  ['TV antenna will not crank up', ['antenna']],
])('%s names %j', (problem, kinds) => {
  expect(kindsNamed(problem)).toEqual(kinds)
})

test.each([
  ['Annual inspection'],
  ['Winterize'],
  ['Smells of propane at the entry door'],
  ['Wiring harness chewed by mice'],
  ['Customer states it vibrates above 50 mph'],
  ['Entry door does not latch'],
  ['Prevent further damage to the floor'],
  ['Attired for the road show'],
  [''],
])('%s names none', problem => {
  expect(kindsNamed(problem)).toEqual([])
})

test('each usual kind is named by what the list calls it', () => {
  for (const kind of COMPONENT_KIND_LIST)
    if (kind !== 'other') expect(kindsNamed(`${COMPONENT_KINDS[kind]} does not work`), kind).toContain(kind)
})

test('whatever is written around it, a component is found in it, and each once', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const kinds = kindsNamed(`${before} furnace ${after}`)
      expect(kinds).toContain('furnace')
      expect(new Set(kinds).size).toBe(kinds.length)
    }),
  )
})
