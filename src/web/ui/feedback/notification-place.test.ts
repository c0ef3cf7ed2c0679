import { expect, test } from 'vitest'
import { type Box, findPosition } from './notification-place.ts'

const frame: Box = { left: 16, top: 64, right: 1264, bottom: 784 }
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const find = (taken: readonly Box[], within = frame, width = 420) =>
  findPosition(within, width, shown => (shown < 300 ? 90 : 60), taken)

test('notices are at the bottom right, where nothing is covered', () => {
  expect(find([])).toEqual({ left: 844, top: 724, width: 420 })
  expect(find([box(20, 700, 300, 40)])).toEqual({ left: 844, top: 724, width: 420 })
})

test('a price or the one button below them moves them up, as little as it can', () => {
  const price = box(1180, 740, 60, 20)
  expect(find([price])).toEqual({ left: 844, top: 668, width: 420 })
})

test('a column of prices on the right moves them to the left', () => {
  const prices = Array.from({ length: 60 }, (_, index) => box(1180, index * 20, 60, 16))
  expect(find(prices)).toEqual({ left: 16, top: 724, width: 420 })
})

test('on a phone they leave the column of prices free, and are higher for it', () => {
  const phone: Box = { left: 12, top: 64, right: 348, bottom: 560 }
  const prices = Array.from({ length: 40 }, (_, index) => box(280, index * 20, 60, 16))
  expect(find(prices, phone, 336)).toEqual({ left: 12, top: 470, width: 224 })
})

test('without any free place there is none', () => {
  expect(find([box(0, 0, 1280, 800)])).toBeNull()
})
