import { expect, test } from 'vitest'
import { isUuid, timeOfUuid } from '#domain/lib/uuid.ts'
import { createUuidV7, randomUuid } from './uuid.ts'

const AT = Date.UTC(2027, 2, 3, 9, 30, 0, 123)

test('random ids are UUIDs of version 4, and no two are the same', () => {
  const ids = Array.from({ length: 1000 }, randomUuid)
  expect(ids.every(isUuid)).toBe(true)
  expect(ids.every(id => /^.{14}4.{4}[89ab]/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(1000)
})

test('an id of version 7 begins with its time and sorts by it', () => {
  const ids = [AT, AT + 1, AT + 0xffff_ffff].map(createUuidV7)
  expect(ids.map(timeOfUuid)).toEqual([AT, AT + 1, AT + 0xffff_ffff])
  expect(ids.every(id => isUuid(id) && /^.{14}7.{4}[89ab]/.test(id))).toBe(true)
  expect([...ids].sort()).toEqual(ids)
  expect(createUuidV7(AT)).not.toBe(ids[0])
})
