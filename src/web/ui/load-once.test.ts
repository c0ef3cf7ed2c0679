import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('code is loaded once, its callers follow in order, and a failure is tried again', async () => {
  const imports: { resolve: (module: string) => void; reject: (error: Error) => void }[] = []
  const load = loadOnce(
    () => new Promise<string>((resolve, reject) => void imports.push({ resolve, reject })),
  )
  const failing = [load(), load()]
  imports[0]?.reject(new Error('no line'))
  for (const call of failing) await expect(call).rejects.toThrow('no line')

  const order: string[] = []
  const calls = ['clear', 'show'].map(name => load().then(module => order.push(`${name} ${module}`)))
  imports[1]?.resolve('list')
  await Promise.all(calls)
  expect(order).toEqual(['clear list', 'show list'])
  expect(imports).toHaveLength(2)
})
