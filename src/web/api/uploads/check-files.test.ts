import { expect, test } from 'vitest'
import { MAX_IMAGE_BYTES } from '#domain/photos/photo.ts'
import { checkFiles } from './check-files.ts'

const PNG = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52,
])
const image = (name: string, size = PNG.length): File =>
  new File([PNG, new Uint8Array(size - PNG.length)], name, { type: 'image/png' })
const namesOf = (files: readonly File[]) => files.map(({ name }) => name)

test('each file that cannot be uploaded is named with its reason, and the others go', async () => {
  const { accepted, refused } = await checkFiles(
    [
      image('one.png'),
      new File(['no picture'], 'lie.jpg', { type: 'image/jpeg' }),
      image('huge.png', MAX_IMAGE_BYTES + 1),
      new File(['%PDF-1.7'], 'invoice.pdf', { type: 'application/pdf' }),
      image('two.png'),
      image('three.png'),
    ],
    () => 2,
    'No more fit.',
  )
  expect(namesOf(accepted)).toEqual(['one.png', 'two.png'])
  expect(refused).toEqual([
    'lie.jpg: That file isn’t an image.',
    'huge.png: This image is larger than 20 MB.',
    'invoice.pdf: That file isn’t an image.',
    'three.png: No more fit.',
  ])
})

test('without a limit all images go, and with no room none', async () => {
  const files = [image('one.png'), image('two.png')]
  expect(await checkFiles(files)).toEqual({ accepted: files, refused: [] })
  const { accepted, refused } = await checkFiles(files, () => -1, 'Full.')
  expect([accepted, refused]).toEqual([[], ['one.png: Full.', 'two.png: Full.']])
})
