import { expect, test } from 'vitest'
import { imageFileOf } from './images.ts'

const IMAGE = 'a66e2f32-9ae0-4a26-b5f4-3c21dd2c6c0d'

test.each([
  [`/api/images/tickets/412873/customer-image?v=${IMAGE}`, `images/c/412873/${IMAGE}.webp`],
  [`/api/images/tickets/412873/rig-image?v=${IMAGE}&size=large`, `images/c/412873/${IMAGE}.webp`],
  [`/api/images/tickets/412873/photos/${IMAGE}?size=large`, `images/c/412873/${IMAGE}.webp`],
  [`/api/images/company_images/c?v=${IMAGE}`, `images/c/${IMAGE}.webp`],
  ['https://elsewhere.example/logo.png', 'https://elsewhere.example/logo.png'],
  ['/api/images/tickets/1/photos/../../secret', '/api/images/tickets/1/photos/../../secret'],
])('the image at %s is the file %s', (path, file) => {
  expect(imageFileOf(path, 'c')).toBe(file)
})
