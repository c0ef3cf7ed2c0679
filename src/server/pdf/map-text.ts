// Changing every text of a paper. A long one holds a million letters, each of which is looked at.

import { setImmediate as others } from 'node:timers/promises'

/** The same value with every text in it changed; whoever else asks something is answered between two texts. */
export async function mapText<T>(value: T, change: (text: string) => string): Promise<T> {
  if (typeof value === 'string') {
    await others()
    return change(value) as T
  }
  if (typeof value !== 'object' || value === null) return value
  const changed: [string, unknown][] = []
  for (const [name, each] of Object.entries(value)) changed.push([name, await mapText(each, change)])
  return (Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed)) as T
}
