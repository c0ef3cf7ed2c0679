import { expect, test } from 'vitest'
import { photoFileNames } from './photo-file-names.ts'

const photos = (...moments: ('before' | 'after' | '')[]) => ({ photos: moments.map(moment => ({ moment })) })

test('photos are named by job line and stage, numbered from 1 in each', () => {
  const jobs = [
    { jobNumber: 1, ...photos('before', 'after', 'before', '') },
    { jobNumber: 3, ...photos('before') },
  ]
  const named = photoFileNames(jobs, [photos('', 'after'), photos('')])
  expect(named.map(({ fileName }) => fileName)).toEqual([
    'line-1-before-1.jpg',
    'line-1-after-1.jpg',
    'line-1-before-2.jpg',
    'line-1-photo-1.jpg',
    'line-3-before-1.jpg',
    'added-later-1.jpg',
    'added-later-2.jpg',
    'added-later-3.jpg',
  ])
})

test('without photos there are no names', () => {
  expect(photoFileNames([{ jobNumber: 1, photos: [] }], [])).toEqual([])
})
