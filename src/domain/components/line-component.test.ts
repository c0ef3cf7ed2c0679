import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RigComponent, readComponents } from './component.ts'
import { describeComponent, makerModelKey, toLineComponent, viewLineComponent } from './line-component.ts'

const details = {
  kind: 'furnace',
  ...{ name: '', place: '', maker: 'Suburban', model: 'SF-30F' },
  ...{ serial: '0912 44521', modelYear: '' },
} as const

const [furnace] = readComponents([
  {
    ...{ ...details, entryId: 'entry', componentId: 'furnace', how: 'entered', day: null, replaces: null },
    ...{ warrantyUntil: null, platePhoto: null, isByOwner: false, isShared: false, dispute: null },
    ...{ enteredAt: new Date(0), ticketId: 104_217, enteredByName: 'Walt Kim' },
  },
]) as [RigComponent]

describe('a maker and model', () => {
  test('are compared without case and spaces', () => {
    expect(makerModelKey({ maker: 'Suburban', model: 'SF-30F' })).toBe('suburban sf30f')
    expect(makerModelKey({ maker: ' SUBURBAN ', model: 'sf - 30 f' })).toBe('suburban sf30f')
    expect(makerModelKey({ maker: 'Suburban', model: 'SF-30FQ' })).not.toBe('suburban sf30f')
  })

  test('of which the model is missing fit nothing', () => {
    expect(makerModelKey({ maker: 'Suburban', model: '  ' })).toBe('')
  })

  test('never run together: another maker or model is another text', () => {
    expect(makerModelKey({ maker: 'Sub', model: 'urban 30' })).not.toBe(
      makerModelKey({ maker: 'Suburban', model: '30' }),
    )
  })

  test('stay the same text however often they are typed, in any case and with any spaces', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9-]{1,12}$/)
    fc.assert(
      fc.property(word, word, fc.nat({ max: 11 }), (maker, model, at) => {
        const spaced = `${model.slice(0, at)} \t${model.slice(at)} `
        expect(makerModelKey({ maker: maker.toUpperCase(), model: spaced })).toBe(
          makerModelKey({ maker, model }),
        )
      }),
    )
  })
})

describe('a job line’s component', () => {
  test('is described by what is known of it', () => {
    expect(describeComponent(details)).toBe('Furnace · Suburban SF-30F · serial 0912 44521')
    expect(describeComponent({ ...details, place: 'bedroom', serial: null })).toBe(
      'Furnace · Suburban SF-30F · bedroom',
    )
    expect(describeComponent({ ...details, maker: '', model: '', serial: '' })).toBe('Furnace')
  })

  test('is read as it is known now, and is none once it is not on record', () => {
    const component = toLineComponent(furnace, new Date(5))
    expect(component).toEqual({ componentId: 'furnace', model: 'suburban sf30f', at: new Date(5) })
    expect(viewLineComponent({ component }, [furnace])).toMatchObject({ model: 'SF-30F', isInstalled: true })
    expect(viewLineComponent({ component }, [])).toBeNull()
    expect(viewLineComponent({ component: null }, [furnace])).toBeNull()
  })
})
