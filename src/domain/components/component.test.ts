import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ComponentEntry,
  componentLabel,
  correctedFacts,
  endDayProblem,
  isInstalled,
  readComponents,
} from './component.ts'

const FURNACE: ComponentEntry = {
  entryId: 'e1',
  componentId: 'furnace',
  how: 'entered',
  kind: 'furnace',
  name: '',
  place: 'bedroom',
  maker: 'Suburban',
  model: 'SF-30F',
  serial: '0912',
  modelYear: '2014',
  day: '2014-05-01',
  warrantyUntil: '2017-05-01',
  replaces: null,
  enteredAt: new Date('2025-11-20T15:00:00Z'),
  ticketId: 104217,
  enteredByName: 'Rosa Ortiz',
  platePhoto: null,
  isByOwner: false,
  isShared: false,
  dispute: null,
}
const CORRECTED: ComponentEntry = { ...FURNACE, entryId: 'e2', how: 'corrected', model: 'SF-35F', day: null }
const NEW: ComponentEntry = {
  ...FURNACE,
  entryId: 'e3',
  componentId: 'new',
  day: '2025-11-20',
  replaces: 'furnace',
}

test('the last entry counts, and what was known before stays on record', () => {
  const [furnace] = readComponents([FURNACE, CORRECTED])
  expect(furnace).toMatchObject({ model: 'SF-35F', installedOn: '2014-05-01', entries: [FURNACE, CORRECTED] })
})

test('a correction of another company, whose number is hidden, leaves the number that is known', () => {
  const [furnace] = readComponents([FURNACE, { ...CORRECTED, serial: null }])
  expect(furnace?.serial).toBe('0912')
  expect(readComponents([{ ...FURNACE, serial: null }])[0]?.serial).toBeNull()
})

describe('what a correction clears', () => {
  const corrected = (typed: Parameters<typeof correctedFacts>[1], at = [FURNACE]) => {
    const [before] = readComponents(at)
    if (before === undefined) throw new Error('No component was read.')
    const { entered, cleared } = correctedFacts(before, typed)
    const entries: ComponentEntry[] = [...at, { ...CORRECTED, ...entered }]
    if (cleared !== null) entries.push({ ...CORRECTED, ...cleared, entryId: 'e3', how: 'cleared' })
    return readComponents(entries)[0]
  }

  test('is no longer so, and what was not typed stays', () => {
    expect(corrected({ serial: '' })).toMatchObject({
      ...{ model: 'SF-35F', serial: '', installedOn: '2014-05-01', warrantyUntil: '2017-05-01' },
    })
    expect(corrected({ serial: '0913', day: null, warrantyUntil: null })).toMatchObject({
      ...{ serial: '0913', installedOn: null, warrantyUntil: null },
    })
    expect(corrected({})).toMatchObject({ serial: '0912', installedOn: '2014-05-01' })
  })

  test('is so again once it is entered again', () => {
    const cleared: ComponentEntry = { ...FURNACE, entryId: 'e2', how: 'cleared' }
    expect(readComponents([FURNACE, cleared])[0]).toMatchObject({ serial: '', installedOn: null })
    expect(corrected({ serial: '0914' }, [FURNACE, cleared])).toMatchObject({
      ...{ serial: '0914', installedOn: null, warrantyUntil: null },
    })
  })

  test('is never a number that an owner shares', () => {
    const [shared] = readComponents([{ ...FURNACE, isShared: true }])
    expect(shared && correctedFacts(shared, { serial: '' }).cleared).toBeNull()
  })

  test('leaves no facts but those last entered, whatever was corrected before', () => {
    const fact = fc.constantFrom(undefined, '', 'A', 'B')
    fc.assert(
      fc.property(fc.array(fc.record({ serial: fact, day: fact }), { maxLength: 8 }), corrections => {
        const entries: ComponentEntry[] = [{ ...FURNACE, serial: '', day: null }]
        let [serial, day] = ['', null as string | null]
        for (const typed of corrections) {
          const [known] = readComponents(entries)
          if (known === undefined) return
          const typedDay = typed.day === '' ? null : typed.day
          const { entered, cleared } = correctedFacts(known, { serial: typed.serial, day: typedDay })
          if (cleared !== null) entries.push({ ...FURNACE, ...cleared, how: 'cleared' })
          entries.push({ ...FURNACE, ...entered, how: 'corrected' })
          if (typed.serial !== undefined) serial = typed.serial
          if (typedDay !== undefined) day = typedDay
        }
        expect(readComponents(entries)[0]).toMatchObject({ serial, installedOn: day })
      }),
    )
  })
})

test('a number is shared if the entry is that it was read from', () => {
  const shared = { ...CORRECTED, serial: 'X-1', isShared: true }
  expect(readComponents([FURNACE, shared])[0]).toMatchObject({ serial: 'X-1', isShared: true })
  expect(readComponents([shared, FURNACE])[0]).toMatchObject({ serial: '0912', isShared: false })
})

test('one that another replaced ended when that was installed', () => {
  const read = readComponents([FURNACE, NEW])
  expect(read.map(({ componentId, endedOn, replacedBy }) => ({ componentId, endedOn, replacedBy }))).toEqual([
    { componentId: 'furnace', endedOn: '2025-11-20', replacedBy: 'new' },
    { componentId: 'new', endedOn: undefined, replacedBy: null },
  ])
})

test('one that was removed on an unknown day is no longer in the RV', () => {
  const [furnace] = readComponents([FURNACE, { ...FURNACE, entryId: 'e2', how: 'removed', day: null }])
  expect(furnace).toMatchObject({ endedOn: null, installedOn: '2014-05-01', serial: '0912' })
  expect(furnace && isInstalled(furnace)).toBe(false)
})

test.each([
  [FURNACE, 'Furnace · Suburban SF-30F'],
  [{ ...FURNACE, maker: '', model: '' }, 'Furnace'],
  [{ ...FURNACE, kind: 'other' as const, name: 'Wine cooler', maker: '' }, 'Wine cooler · SF-30F'],
])('%o reads %s', (details, label) => {
  expect(componentLabel(details)).toBe(label)
})

test.each([
  ['2025-11-20', '2025-11-21', null],
  ['2025-11-22', '2025-11-21', 'Enter today or an earlier date.'],
  ['2014-04-30', '2025-11-21', 'Enter the day it was installed or a later one.'],
  ['2014-05-01', '2025-11-21', null],
  [null, '2025-11-21', null],
])('ending on %s, read on %s: %s', (day, today, problem) => {
  expect(endDayProblem({ installedOn: '2014-05-01' }, day, today)).toBe(problem)
})

test('whatever is entered, each entry stays with its component, and a replaced one is not in the RV', () => {
  const entry = fc.record({
    componentId: fc.constantFrom('a', 'b', 'c'),
    how: fc.constantFrom('entered' as const, 'corrected' as const, 'removed' as const),
    replaces: fc.constantFrom(null, 'a', 'b'),
    day: fc.constantFrom(null, '2024-01-01', '2025-01-01'),
    place: fc.constantFrom('', 'rear', 'front'),
  })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), entries => {
      const all = entries.map((each, index) => ({ ...FURNACE, ...each, entryId: `${index}` }))
      const read = readComponents(all)
      expect(
        read
          .flatMap(component => component.entries)
          .map(({ entryId }) => entryId)
          .sort(),
      ).toEqual(all.map(({ entryId }) => entryId).sort())
      for (const component of read) {
        const isReplaced = all.some(({ replaces }) => replaces === component.componentId)
        const isRemoved = component.entries.some(({ how }) => how === 'removed')
        expect(isInstalled(component)).toBe(!isReplaced && !isRemoved)
      }
    }),
  )
})
