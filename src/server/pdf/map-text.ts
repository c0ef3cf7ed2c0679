// Maps every text of a document. A long one has a million characters, each of which is checked.

import { setImmediate as yieldToOtherWork } from 'node:timers/promises'

/** The value with every text mapped; yields to other work between texts. */
export async function mapText<T>(value: T, change: (text: string) => string): Promise<T> {
  if (typeof value === 'string') {
    await yieldToOtherWork()
    return change(value) as T
  }
  if (typeof value !== 'object' || value === null) return value
  const changed: [string, unknown][] = []
  for (const [name, each] of Object.entries(value)) changed.push([name, await mapText(each, change)])
  return (Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed)) as T
}
