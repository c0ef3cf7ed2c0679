import { expect, test } from 'vitest'
import { formatFileSize } from './file-size.ts'

test.each([
  [0, '0 bytes'],
  [812, '812 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [5609, '6 KB'],
  [999_499, '999 KB'],
  [999_600, '1 MB'],
  [24_349_999, '24.3 MB'],
  [24_000_000, '24 MB'],
  [3_200_000_000, '3.2 GB'],
  [5_000_000_000_000, '5000 GB'],
])('%d bytes are written as %s', (bytes, printed) => {
  expect(formatFileSize(bytes)).toBe(printed)
})
