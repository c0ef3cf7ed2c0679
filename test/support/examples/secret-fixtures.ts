// Bluebonnet with full data, in unique words and numbers. A response that contains one of them has leaked data.

import { sql } from 'kysely'
import sharp from 'sharp'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { sharedVin } from '../shared-vin.ts'
import type { TestApp } from '../test-app.ts'

/** Part of every private text, so it is found from any field. */
export const CANARY = 'hushhush'

const PHONE = '(574) 909-8147'
/** The desk's prices and rates: no total of another company is similar. */
const RATE = 613.77
const PRICE = 7193.37
const PLAN_DAY = '2026-03-17'
const LATITUDE = 41.531297

/** A rig of Bluebonnet's customer. Its shared data is public. */
export const VIN = sharedVin('HU5H-0001')
/** Its work history is public by the specification: the ticket's number, its technician and its total. */
export const PUBLISHED_VIN = sharedVin('HU5H-0002')

export const customerNamed = (firstName: string) => ({
  firstName: `${firstName} ${CANARY}`,
  lastName: CANARY,
  email: `${firstName}@${CANARY}.example`.toLowerCase(),
  phone: PHONE,
})

const ticketOf = (vin: string) => ({
  customerDetails: {
    ...customerNamed('June'),
    address: `118 ${CANARY} Avenue`,
    coordinates: { latitude: LATITUDE, longitude: -85.5 },
  },
  customerRV: { vin, make: 'Jayco', model: 'Jay Flight', year: '2021', axleAmount: '2' as const },
  jobs: [{ problem: `Roof leaks ${CANARY}`, estimatedTime: 1.25, estimate: true }],
})

export const newcomer = (firstName: string) => ({
  ...customerNamed(firstName),
  licenseNumber: `IN-${CANARY}`,
  isInsured: true,
  password: PASSWORD,
  roles: { isServiceWriter: false, isTechnician: true },
})

export const part = { quantity: 3, description: `Sealant ${CANARY}`, perPartAmount: PRICE }

export const imageFile = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
      .png()
      .toBuffer(),
  )

type Secret = string | RegExp

export type SecretFixtures = {
  readonly app: TestApp
  /** An active ticket of Rosa's with all fields filled. */
  readonly ticket: (vin?: string) => Promise<number>
  /** Returns the photo's id. */
  readonly photo: (ticketId: number) => Promise<string>
  readonly image: (path: string) => Promise<void>
  /** Bluebonnet's secrets in this text. */
  readonly findSecrets: (text: string) => string[]
  /** From now on this is private as well. */
  readonly addSecret: (...secrets: Secret[]) => void
}

/** Creates the data: a full ticket in every state, a plan, a corrected session, images, a customer record. */
export async function createSecretFixtures(app: TestApp): Promise<SecretFixtures> {
  const secrets = new Set<Secret>([CANARY, '909-8147', '613.77', '7193.37', '41.531297'])
  // People and their logins, except the technician named in work history.
  for (const name of ['Dana Reyes', 'dana@', 'Walt', 'walt@', 'Sam Ortiz', 'sam@', 'rosa@', 'IN-4471-15'])
    secrets.add(name)
  secrets.add(`"${PLAN_DAY}"`)
  for (const person of ['walt', 'rosa', 'sam'] as const) secrets.add(app.ids[person])
  const desk = app.as('dana')

  const shop: SecretFixtures = {
    app,
    ticket: async (vin = VIN) => {
      const { ticketId } = await desk.tickets.create(ticketOf(vin))
      await desk.tickets.assign({ ticketId, employeeId: app.ids.rosa })
      if (vin === PUBLISHED_VIN) return ticketId
      // A six-digit number may be part of an id.
      secrets.add(new RegExp(`(?<![0-9a-f-])${ticketId}(?![0-9a-f-])`))
      return ticketId
    },
    photo: async ticketId => {
      const body = new FormData()
      body.append('photos', new Blob([await imageFile()]), 'roof.png')
      const path = `/api/tickets/${ticketId}/jobs/1/photos`
      const answer = await app.fetch(path, { as: 'dana', method: 'POST', body })
      const { photos } = (await answer.json()) as { photos: { photoId: string }[] }
      const photoId = photos[0]?.photoId ?? ''
      secrets.add(photoId)
      return photoId
    },
    image: async path => {
      const body = new FormData()
      body.append('image', new Blob([await imageFile()]), 'image.png')
      const answer = await app.fetch(`/api${path}`, { as: 'dana', method: 'PUT', body })
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    },
    findSecrets: text => {
      const low = text.toLowerCase()
      return [...secrets]
        .filter(secret =>
          typeof secret === 'string' ? low.includes(secret.toLowerCase()) : secret.test(text),
        )
        .map(String)
    },
    addSecret: (...more) => {
      for (const secret of more) secrets.add(secret)
    },
  }

  await desk.companies.change({ laborRate: RATE, mobileRange: 4021 })
  for (const state of ['active', 'approval', 'completed', 'recorded'] as const) {
    const ticketId = await shop.ticket(state === 'recorded' ? PUBLISHED_VIN : VIN)
    await fill(shop, ticketId)
    if (state === 'approval') await desk.tickets.askApproval({ ticketId })
    if (state === 'completed' || state === 'recorded') await desk.tickets.finalize({ ticketId })
    if (state === 'recorded') await desk.tickets.complete({ ticketId })
  }
  const { rows } = await sql<{ id: string }>`select customer_uuid as id from customer
      where customer_uuid not in (${app.ids.june}, ${app.ids.maya})
    union select session_id from clock_session union select part_id from part`.execute(app.database)
  for (const { id } of rows) secrets.add(id)
  return shop
}

async function fill({ app, photo, image }: SecretFixtures, ticketId: number): Promise<void> {
  const desk = app.as('dana')
  const job = { ticketId, jobNumber: 1 }
  await desk.tickets.addPart({ ticketId, ...part })
  const { sessionId } = await app.as('rosa').tickets.clockIn(job)
  await app.as('rosa').tickets.clockOut(job)
  await desk.clocks.correct({ ticketId, sessionId, reason: `Asked ${CANARY}` })
  await desk.tickets.changeJob({ ...job, cause: `Seam ${CANARY}`, correction: `Sealed ${CANARY}` })
  await desk.tickets.assign({ ticketId, employeeId: app.ids.sam, date: PLAN_DAY })
  await photo(ticketId)
  await image(`/tickets/${ticketId}/customer-image`)
  await image(`/tickets/${ticketId}/rig-image`)
}
