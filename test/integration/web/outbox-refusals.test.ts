// The outbox of a phone against a real server that does not take what it sends: the session has ended, the company was
// suspended, a picture is none, the page is of an earlier version.

import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RPC_VERSION } from '#contract/version.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { bluebonnet, rosa } from '#server/seed/demo-accounts.ts'
import { createOutbox } from '#web/bay/outbox/outbox.ts'
import { createMemoryStore } from '#web/bay/outbox/outbox-store.ts'
import { createPhotoSender } from '#web/bay/outbox/send-photo.ts'
import { runAdmin } from '../../support/run-admin.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ files: createFakeFileStore() })
})
afterAll(() => app.close())

type PartInput = { ticketId: number; quantity: number; description: string }

/** Rosa's phone with one of her tickets. */
async function createPhone() {
  const ticketId = await app.createTicket('rosa')
  let cookie = await app.signIn(rosa.email)
  let headers = {}
  const client = () => app.withCookie(cookie, headers)
  const sendPhoto = createPhotoSender((url, init) =>
    fetch(app.url + url, { ...init, headers: { ...(init?.headers as object), cookie } }),
  )
  const outbox = createOutbox({
    store: createMemoryStore(),
    account: app.ids.rosa,
    now: () => app.now.getTime(),
    isSignedIn: async () => {
      const actor = await client().me()
      return 'id' in actor && actor.id === app.ids.rosa
    },
    commands: {
      addPart: {
        send: ({ input, key: idempotencyKey }, _, __, signal) =>
          client().tickets.addPart(input as PartInput, { context: { idempotencyKey }, signal }),
      },
      addPhoto: {
        send: ({ key }, photo, onProgress, signal) => {
          const url = `/api/tickets/${ticketId}/jobs/1/photos/${key}`
          return sendPhoto({ url, moment: 'before', photo, onProgress, signal })
        },
      },
    },
  })
  const queue = `ticket ${ticketId}`
  return {
    outbox,
    tap: (description: string) =>
      outbox.add({
        queue,
        name: 'addPart',
        input: { ticketId, quantity: 1, description },
        label: 'Add Part',
      }),
    addPhoto: (photo: Blob) => outbox.add({ queue, name: 'addPhoto', input: {}, label: 'Photo', photo }),
    /** As a page of this version of the typed RPC. */
    useVersion: (version: string) => {
      headers = { 'rpc-version': version }
    },
    logIn: async () => {
      cookie = await app.signIn(rosa.email)
      outbox.handleSessionChange()
    },
    /** As the desk sees it, logged in again. */
    ticket: async () => app.withCookie(await app.signIn(bluebonnet.email)).tickets.get({ ticketId }),
  }
}

const createImage = (format: 'jpeg' | 'png') =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#1f4a3a' } })
    .toFormat(format)
    .toBuffer()

test('pictures that the server refuses become cards with its sentence, and nothing waits for them', async () => {
  const { outbox, tap, addPhoto, ticket } = await createPhone()
  const whole = await createImage('png')
  const wide = Buffer.from(whole)
  wide.writeUInt32BE(30_000, 16)
  wide.writeUInt32BE(30_000, 20)
  wide.writeUInt32BE(crc32(wide.subarray(12, 29)), 29)
  await addPhoto(new Blob([whole.subarray(0, 40), Buffer.from('no picture goes on like this')]))
  await addPhoto(new Blob([wide]))
  await tap('Lap sealant')
  await addPhoto(new Blob([await createImage('jpeg')]))
  await outbox.flush()
  const { parts, jobs } = await ticket()
  expect(parts.map(({ description }) => description)).toEqual(['Lap sealant'])
  expect(jobs[0]?.photos).toHaveLength(1)
  const sentences = outbox.entries().map(({ name, refusal }) => [name, refusal?.message])
  expect(sentences).toEqual([
    ['addPhoto', 'This image is damaged and can’t be read.'],
    ['addPhoto', 'This image has more than 50 million pixels. Choose a smaller one.'],
  ])
  outbox.close()
})

test('a page of an earlier version keeps what waits, and a page of this one sends it', async () => {
  const { outbox, tap, useVersion, ticket } = await createPhone()
  useVersion('1')
  await tap('Lap sealant')
  await outbox.flush()
  expect([outbox.state(), outbox.entries().map(({ refusal }) => refusal)]).toEqual(['unreachable', [null]])
  expect((await ticket()).parts).toEqual([])
  useVersion(RPC_VERSION)
  await outbox.flush()
  expect(outbox.entries()).toEqual([])
  outbox.close()
  expect((await ticket()).parts.map(({ description }) => description)).toEqual(['Lap sealant'])
})

test('what waits while the company is suspended arrives once it is open again and its author has logged in', async () => {
  const { outbox, tap, logIn, ticket } = await createPhone()
  await runAdmin(app, ['close-company', app.ids.dana, '--reason', 'Unpaid', '--yes'])
  await tap('Lap sealant')
  await tap('Vent lid')
  await outbox.flush()
  expect(outbox.state()).toBe('signed-out')
  expect(outbox.entries().map(({ refusal }) => refusal)).toEqual([null, null])
  await expect(logIn()).rejects.toThrow('Your company is suspended: Unpaid.')
  await runAdmin(app, ['reopen-company', app.ids.dana, '--reason', 'Paid', '--yes'])
  await logIn()
  await outbox.flush()
  expect(outbox.entries()).toEqual([])
  outbox.close()
  const { parts } = await ticket()
  expect(parts.map(({ description }) => description)).toEqual(['Lap sealant', 'Vent lid'])
})
