// Somebody on their way to an account of their own, for tests.

import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import type { Client, World } from './test-app.ts'

export const newOwner = {
  ...{ firstName: 'Nora', lastName: 'Vance', phone: '(574) 555-0277' },
  ...{ sharesContact: true, password: PASSWORD },
}

/** The next letter to an email, once the postman has it. */
export async function letterAfter(world: World, email: string, act: () => Promise<unknown>) {
  const theirs = () => world.letters.filter(({ recipient }) => recipient === email)
  const before = theirs().length
  await act()
  const next = () => theirs()[before] ?? Promise.reject(new Error(`There is no letter to ${email}.`))
  return vi.waitFor(next, { timeout: 10_000 })
}

/** The words of the link that an email is sent. */
export async function joinTokenFor(
  world: World,
  email = `${randomUUID()}@mail.example`,
  as: Client = world.as('visitor'),
): Promise<string> {
  const { text } = await letterAfter(world, email, () => as.my.join({ email }))
  const link = /^http\S+$/m.exec(text)?.[0] ?? ''
  if (!link.startsWith(`${world.url}/join/`)) throw new Error(`This is no link to join: ${link}`)
  return link.split('/').at(-1) ?? ''
}

/** An account under this email, signed in. */
export async function joined(world: World, email: string, details: Partial<typeof newOwner> = {}) {
  const token = await joinTokenFor(world, email)
  await world.as('visitor').my.confirm({ token, ...newOwner, ...details })
  return world.withCookie(await world.signIn(email))
}
