import { describe, expect, test } from 'vitest'
import { CAMERA_ERROR_MESSAGES, toCameraError } from './camera.ts'
import { visibleCrop } from './capture-frame.ts'
import { AIM_HINT, READER_UNAVAILABLE, type ScanState, SLOW_SCAN_HINT, scanMessage } from './scan-messages.ts'

describe('a camera error', () => {
  test.each([
    ['NotAllowedError', 'blocked'],
    ['SecurityError', 'blocked'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['TypeError', 'broken'],
  ])('%s is shown as %s', (name, error) => {
    expect(toCameraError(Object.assign(new Error('No picture.'), { name }))).toBe(error)
  })

  test('of any other kind is shown as broken', () => {
    expect(['constructor', null, undefined, { name: 'NotFoundError' }].map(toCameraError)).toEqual(
      Array(4).fill('broken'),
    )
  })

  test('always offers another way to enter the VIN', () => {
    for (const words of Object.values(CAMERA_ERROR_MESSAGES)) expect(words).toMatch(/use a photo/i)
  })
})

describe('the scan dialog says', () => {
  const looking: ScanState = {
    isReaderFailed: false,
    isReaderReady: true,
    cameraError: null,
    isLive: true,
    isPhoto: false,
    isLate: false,
    note: null,
  }

  test.each<[string, Partial<ScanState>, string | RegExp]>([
    ['where to aim', {}, AIM_HINT],
    ['what helps when it takes long', { isLate: true }, SLOW_SCAN_HINT],
    ['that the camera starts', { isLive: false }, /^Starting the camera/],
    ['that the reader comes', { isReaderReady: false }, /^Loading the barcode reader/],
    ['that the camera is in use', { isLive: false, cameraError: 'busy' }, CAMERA_ERROR_MESSAGES.busy],
    [
      'that the reader did not come, first of all',
      { isReaderFailed: true, isPhoto: true },
      READER_UNAVAILABLE,
    ],
    ['that a photo is read', { isPhoto: true, isLive: false }, /^Reading the photo/],
    ['what became of the photo', { note: 'No VIN.', isLive: false }, 'No VIN.'],
    [
      'that the camera is away, beside a photo that failed',
      { note: 'No VIN.', cameraError: 'none' },
      /^No VIN\. No camera/,
    ],
  ])('%s', (_, change, words) => {
    const { text } = scanMessage({ ...looking, ...change })
    if (typeof words === 'string') expect(text).toBe(words)
    else expect(text).toMatch(words)
  })
})

test.each([
  ['a wide picture loses its sides', 1920, 1080, { x: 240, y: 0, width: 1440, height: 1080 }],
  ['an upright one its top and foot', 1080, 1920, { x: 0, y: 555, width: 1080, height: 810 }],
  ['one of the same shape nothing', 640, 480, { x: 0, y: 0, width: 640, height: 480 }],
])('%s', (_, width, height, cut) => {
  expect(visibleCrop(width, height)).toEqual(cut)
})
