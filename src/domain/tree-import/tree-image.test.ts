import { describe, expect, test } from 'vitest'
import { objectPathOf } from './tree-image.ts'

describe('the file of an image’s URL', () => {
  test.each([
    [
      'https://storage.example/v0/b/shop.example/o/company_images%2Fuid%201.png?alt=media&token=3b0b',
      'company_images/uid 1.png',
    ],
    ['https://storage.example/v0/b/shop.example/o/a%252Fb.png', 'a%2Fb.png'],
    ['gs://shop.example/job_photos/1/front.jpg', 'job_photos/1/front.jpg'],
    ['job_photos/1/front.jpg', 'job_photos/1/front.jpg'],
    ['/job_photos/1/front.jpg', 'job_photos/1/front.jpg'],
    [
      'https://rigwright.example/api/images/tickets/100001/photos/p?size=large',
      'api/images/tickets/100001/photos/p',
    ],
    ['/api/images/tickets/100001/photos/p?size=large', 'api/images/tickets/100001/photos/p'],
  ])('%s is %s', (url, path) => {
    expect(objectPathOf(url)).toBe(path)
  })

  test.each([
    'https://storage.example/v0/b/shop.example/o/..%2F..%2Fetc%2Fpasswd?alt=media',
    'https://storage.example/v0/b/shop.example/o/%2Fetc%2Fpasswd',
    'https://storage.example/v0/b/shop.example/o/a%00b',
    'https://storage.example/v0/b/shop.example/o/%E0%A4%A',
    'https://storage.example',
    'gs://shop.example/../secrets',
    'gs://shop.example',
    '../secrets.png',
    'a/./b.png',
    'a\\..\\b.png',
    '//etc/passwd',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
  ])('%s is none', url => {
    expect(objectPathOf(url)).toBeNull()
  })
})
