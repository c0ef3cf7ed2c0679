import { describe, expect, test } from 'vitest'
import { CAMERA_FAULTS, cameraFault } from './camera.ts'
import { shownOf } from './capture-frame.ts'
import { HINT, LATE, NO_READER, type Standing, saying } from './scan-messages.ts'

describe('a camera that gives no picture', () => {
  test.each([
    ['NotAllowedError', 'blocked'],
    ['SecurityError', 'blocked'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['TypeError', 'broken'],
  ])('with %s is %s', (name, fault) => {
    expect(cameraFault(Object.assign(new Error('No picture.'), { name }))).toBe(fault)
  })

  test('whatever was thrown is broken', () => {
    expect(['constructor', null, undefined, { name: 'NotFoundError' }].map(cameraFault)).toEqual(
      Array(4).fill('broken'),
    )
  })

  test('always leaves another way', () => {
    for (const words of Object.values(CAMERA_FAULTS)) expect(words).toMatch(/use a photo/i)
  })
})

describe('the dialog says', () => {
  const looking: Standing = {
    ...{ isReaderFailed: false, isReaderThere: true, cameraFault: null, isLive: true },
    ...{ isPhoto: false, isLate: false, note: null },
  }

  test.each<[string, Partial<Standing>, string | RegExp]>([
    ['where to aim', {}, HINT],
    ['what helps when it takes long', { isLate: true }, LATE],
    ['that the camera starts', { isLive: false }, /^Starting the camera/],
    ['that the reader comes', { isReaderThere: false }, /^Getting the barcode reader/],
    ['that the camera is in use', { isLive: false, cameraFault: 'busy' }, CAMERA_FAULTS.busy],
    ['that the reader did not come, first of all', { isReaderFailed: true, isPhoto: true }, NO_READER],
    ['that a photo is read', { isPhoto: true, isLive: false }, /^Reading the photo/],
    ['what became of the photo', { note: 'No VIN.', isLive: false }, 'No VIN.'],
    [
      'that the camera is away, beside a photo that failed',
      { note: 'No VIN.', cameraFault: 'none' },
      /^No VIN\. No camera/,
    ],
  ])('%s', (_, change, words) => {
    const { words: said } = saying({ ...looking, ...change })
    if (typeof words === 'string') expect(said).toBe(words)
    else expect(said).toMatch(words)
  })
})

test.each([
  ['a wide picture loses its sides', 1920, 1080, { x: 240, y: 0, width: 1440, height: 1080 }],
  ['an upright one its top and foot', 1080, 1920, { x: 0, y: 555, width: 1080, height: 810 }],
  ['one of the same shape nothing', 640, 480, { x: 0, y: 0, width: 640, height: 480 }],
])('%s', (_, width, height, cut) => {
  expect(shownOf(width, height)).toEqual(cut)
})
