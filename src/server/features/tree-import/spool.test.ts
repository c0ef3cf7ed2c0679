import { appendFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ImportError } from './read-tree.ts'
import { Spool } from './spool.ts'

const line = { text: 'Roof leak '.repeat(200_000) }

test('lines come back by name, in their order', async () => {
  const spool = await Spool.create()
  for (const number of [1, 2]) await spool.add('a', { number })
  await spool.add('b', line)
  const numbers: unknown[] = []
  for await (const { number } of spool.read<{ number: number }>('a')) numbers.push(number)
  expect(numbers).toEqual([1, 2])
  for await (const read of spool.read('none')) numbers.push(read)
  expect(numbers).toEqual([1, 2])
  await spool.remove()
})

test.each([
  ['ENOSPC', /^The disk of \S+ is full, and nothing was imported\. .*name another folder as TMPDIR\.$/],
  ['EACCES', /^\S+ cannot be written to \(EACCES\), and nothing was imported\.$/],
])('a disk that answers %s half-way is one sentence', async (code, sentence) => {
  let written = 0
  const spool = await Spool.create(async (file, data) => {
    written += String(data).length
    if (written > 20_000_000) throw Object.assign(new Error('no space left on device'), { code })
    await appendFile(file, data)
  })
  const addAll = async () => {
    for (let count = 0; count < 20; count += 1) await spool.add('a', line)
  }
  const added = addAll()
  await expect(added).rejects.toThrow(sentence)
  await expect(added).rejects.toThrow(ImportError)
  await spool.remove()
})
