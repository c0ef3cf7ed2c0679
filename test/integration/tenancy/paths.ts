// Every path and method of the OpenAPI document: whose its answers are, and a request with which
// Bluebonnet's own people succeed. A path that is new in the document needs its line here.

import { randomUUID } from 'node:crypto'
import { june, maya, PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import { bookAs, formOf, wishOf } from '../../support/booking-fixtures.ts'
import { allDelivered } from '../../support/database-dump.ts'
import { joinTokenFor } from '../../support/signup.ts'
import type { Member } from '../../support/test-app.ts'
import { HUSH, newcomer, PUBLISHED_VIN, part, picture, type Shop, somebody, VIN } from './secret-fixtures.ts'

/**
 * `public`: the same for everybody. `pool`: facts of rigs that all desks share. `own`: answers about the
 * asker's own company, whichever that is. `posted`: whatever anybody puts on a company's desk, or in a mailbox.
 * `by-id`: one thing of one company. `by-hand`: sign-in and the streams, which have tests of their own. `founders`: of
 * all companies, for founders alone.
 */
export type Kind = 'public' | 'pool' | 'own' | 'posted' | 'by-id' | 'by-hand' | 'founders'

export type Ask = {
  /** The holes in the path. */
  readonly at?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly json?: object
  readonly form?: FormData
}

export type Path = {
  readonly kind: Kind
  /** Who of Bluebonnet's succeeds. */
  readonly insider: Member
  /** Brings everything to where they would; answers with what to ask, afresh for each call. */
  readonly prepare: (shop: Shop) => Promise<() => Promise<Ask>>
}

const asking = (kind: Kind, ask: () => Ask | Promise<Ask> = () => ({})): Path => ({
  ...{ kind, insider: 'dana' },
  prepare: async () => async () => ask(),
})

/** Of an account of no company, June's. */
const ofJune = (json?: object): Path => ({
  ...asking('own', () => (json === undefined ? {} : { json })),
  insider: 'june',
})

type Preparing = (shop: Shop) => Promise<Ask>

const byId = (prepare: Preparing, insider: Member = 'dana'): Path => ({
  ...{ kind: 'by-id', insider },
  prepare: async shop => {
    const ask = await prepare(shop)
    return async () => ask
  },
})

type OnTicket = (shop: Shop, ticketId: number) => Promise<unknown>

/** On a full ticket of Bluebonnet's, once the desk has done `before` to it. */
const onTicket = (json?: object, before?: OnTicket): Path =>
  byId(async shop => {
    const ticketId = await shop.ticket()
    await before?.(shop, ticketId)
    return { at: { ticketId }, ...(json === undefined ? {} : { json }) }
  })

const onJob = (json?: object, before?: OnTicket): Path =>
  byId(async shop => {
    const ticketId = await shop.ticket()
    await before?.(shop, ticketId)
    return { at: { ticketId, jobNumber: 1 }, ...(json === undefined ? {} : { json }) }
  })

const onBooking = byId(async ({ world, keep }) => {
  const ticketId = await world.booking()
  keep('Lucille', 'Okafor')
  return { at: { ticketId } }
})

/** On a company of its own, where it is one: nobody else's day is changed by it. */
const forFounder = (prepare: Preparing): Path => ({
  ...{ kind: 'founders', insider: 'maya' },
  prepare: async shop => {
    const ask = await prepare(shop)
    return async () => ask
  },
})

type AtCompany = (shop: Shop, companyUUID: string) => Promise<unknown>

const onCompany = (json: object, before: AtCompany = async () => {}): Path =>
  forFounder(async shop => {
    const company = {
      companyName: 'New RV',
      companyPhone: '(512) 555-0100',
      email: fresh(),
      password: PASSWORD,
    }
    const { companyUUID } = await shop.world.as('visitor').companies.register(company)
    await before(shop, companyUUID)
    return { at: { companyUUID }, json }
  })

const MONTH = { from: '2025-09-01', until: '2025-09-30', note: HUSH }

const doneTicket = async (shop: Shop): Promise<number> => {
  const ticketId = await shop.ticket()
  await shop.world.as('dana').tickets.finalize({ ticketId })
  await shop.world.as('dana').tickets.complete({ ticketId })
  return ticketId
}

const onReview = (before: OnTicket = async () => {}): Path =>
  forFounder(async shop => {
    const { world } = shop
    const ticketId = await doneTicket(shop)
    const silence = { answer: null, answeredAt: null, answeredByName: null }
    const kept = { removedAt: null, removedByName: null, removedBecause: null }
    const said = { stars: 5, words: HUSH, rig: 'RV', writtenAt: world.now }
    await world.database
      .insertInto('review')
      .values({ companyId: world.ids.dana, ticketId, ...said, ...silence, ...kept })
      .execute()
    await before(shop, ticketId)
    return { at: { companyUUID: world.ids.dana, ticketId }, json: { reason: HUSH } }
  })

const fresh = () => `${randomUUID()}@mail.example`

const onBooked = byId(async ({ world, keep }) => {
  const wish = wishOf(world.now, {
    problem: `Leaks ${HUSH}`,
    customerDetails: { ...somebody('Wanda'), email: fresh() },
    where: { place: 'site', address: `9 ${HUSH} Lane`, campground: HUSH, siteNumber: HUSH },
  })
  const { ticketId } = await bookAs(world, wish, await picture())
  keep('Wanda', wish.customerDetails.email)
  return { at: { ticketId: ticketId ?? 0 } }
})

const onPart = (json?: object): Path =>
  byId(async shop => {
    const ticketId = await shop.ticket()
    const { partId } = await shop.world.as('dana').tickets.addPart({ ticketId, ...part })
    shop.keep(partId)
    return { at: { ticketId, partId }, ...(json === undefined ? {} : { json }) }
  })

const onEmployee = (json?: object, before?: (shop: Shop, id: string) => Promise<unknown>): Path =>
  byId(async shop => {
    const { id } = await shop.world
      .as('dana')
      .employees.register({ ...newcomer('Hal'), email: `${randomUUID()}@${HUSH}.example` })
    await before?.(shop, id)
    shop.keep(id)
    return { at: { id }, ...(json === undefined ? {} : { json }) }
  })

const finalized: OnTicket = ({ world }, ticketId) => world.as('dana').tickets.finalize({ ticketId })

const imageForm = async (): Promise<Ask> => {
  const form = new FormData()
  form.append('image', new Blob([await picture()]), 'image.png')
  return { form }
}

const putImage = byId(async shop => ({ at: { ticketId: await shop.ticket() }, ...(await imageForm()) }))

/** Something is done to an image that is there. */
const onImage = (image: string): Path =>
  byId(async shop => {
    const ticketId = await shop.ticket()
    await shop.image(`/tickets/${ticketId}/${image}`)
    return { at: { ticketId } }
  })

const onPhoto = byId(async shop => {
  const ticketId = await shop.ticket()
  return { at: { ticketId, jobNumber: 1, photoId: await shop.photo(ticketId) } }
})

/** Completes a ticket of Bluebonnet's, and June claims its rig. */
export async function claimOf({ world, keep }: Shop, vin: string, ticketId: number): Promise<void> {
  const desk = world.as('dana')
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  const code = (await desk.links.get({ ticketId })).claim?.code ?? ''
  keep(code)
  await world.as('june').myRigs.claim({ vin, code })
}

/** On a rig that June holds, for what Bluebonnet did to it. */
const onRig = (ask: (shop: Shop, vin: string, ticketId: number) => Promise<Ask>): Path =>
  byId(async shop => {
    const vin = `HELD-${randomUUID().slice(0, 8)}`.toUpperCase()
    const ticketId = await shop.ticket(vin)
    await claimOf(shop, vin, ticketId)
    return ask(shop, vin, ticketId)
  }, 'june')

const atRig = (json?: object): Path =>
  onRig(async (_, vin) => ({ at: { vin }, ...(json === undefined ? {} : { json }) }))

export const PATHS: Readonly<Record<string, Path>> = {
  'GET /me': asking('own'),
  'GET /profile': asking('own'),
  'GET /account': asking('own'),
  'GET /account/sessions': asking('own'),
  'POST /account/sessions/end-others': asking('own'),
  'DELETE /account/sessions/{sessionId}': byId(async ({ world }) => {
    await world.signIn('dana@bluebonnet.example')
    const all = await world.as('dana').account.sessions()
    return { at: { sessionId: all.find(({ isThis }) => !isThis)?.id ?? '' } }
  }),

  // Who asks gets the same answer and a letter, and nobody's company is touched.
  'POST /my/join': asking('posted', () => ({ json: { email: fresh() } })),
  'GET /my/join/{token}': {
    ...asking('public'),
    prepare: async ({ world }) => {
      const token = await joinTokenFor(world)
      return async () => ({ at: { token } })
    },
  },
  // It uses the link up, whoever has it: src/server/rv-owners has its tests.
  'POST /my/join/{token}': asking('by-hand'),
  'GET /my/tickets': ofJune(),
  'POST /my/tickets/{companyUUID}/{ticketId}/open': byId(async ({ world }) => {
    const ticketId = await world.ticket()
    return { at: { companyUUID: world.ids.dana, ticketId } }
  }, 'june'),
  'GET /my/details': ofJune(),
  // What the founder among the outsiders has there already.
  'PATCH /my/details': ofJune({ phone: maya.phone }),
  // It ends the very account that asks: src/server/rv-owners has its tests.
  'POST /my/leave': asking('by-hand'),

  'POST /companies': asking('public', () => ({
    json: { companyName: 'New RV', companyPhone: '(512) 555-0100', email: fresh(), password: PASSWORD },
  })),
  'GET /companies': asking('public'),
  'GET /companies/{companyId}': {
    ...asking('public'),
    prepare:
      async ({ world }) =>
      async () => ({ at: { companyId: world.ids.ray } }),
  },
  'POST /companies/{companyId}/bookings': {
    ...asking('posted'),
    prepare:
      async ({ world }) =>
      async () => {
        const wish = wishOf(world.now)
        const customerDetails = { ...wish.customerDetails, email: fresh() }
        return { at: { companyId: world.ids.dana }, form: formOf({ ...wish, customerDetails }) }
      },
  },
  'GET /bookings/{token}': {
    ...asking('public'),
    prepare: async ({ world }) => {
      const token = await world.unconfirmed()
      return async () => ({ at: { token } })
    },
  },
  'POST /bookings/{token}/confirm': {
    ...asking('posted'),
    prepare:
      async ({ world }) =>
      async () => ({ at: { token: await world.unconfirmed({ email: `${randomUUID()}@mail.example` }) } }),
  },
  'GET /tickets/{ticketId}/booking': onBooked,
  'GET /company': asking('own'),
  'PATCH /company': asking('own', () => ({ json: { mobileRange: 77 } })),
  'GET /company/export': asking('own'),
  'GET /company/trail': asking('own'),
  'GET /company/sign-ins': asking('own'),
  'PUT /company/image': asking('own', imageForm),
  'DELETE /company/image': asking('own'),

  'GET /employees': asking('own'),
  'POST /employees': asking('own', () => ({
    json: { ...rosa, email: fresh(), password: PASSWORD },
  })),
  'PATCH /employees/{id}': onEmployee({ phone: '(574) 555-0101' }),
  'POST /employees/{id}/deactivate': onEmployee(),
  'POST /employees/{id}/reactivate': onEmployee(undefined, ({ world }, id) =>
    world.as('dana').employees.deactivate({ id }),
  ),
  'POST /employees/{id}/send-password-reset': onEmployee(),
  'DELETE /employees/{id}': onEmployee(),

  'GET /board': asking('own'),
  'GET /schedule': asking('own', () => ({ query: { from: '2026-03-16' } })),
  'GET /tickets': asking('own', () => ({ query: { q: HUSH } })),
  'POST /tickets': asking('own', () => ({
    json: { ...june, customerRV: { ...june.customerRV, vin: VIN }, jobs: [] },
  })),
  'GET /tickets/{ticketId}': onTicket(),
  'GET /tickets/{ticketId}/activity': onTicket(),
  'GET /tickets/{ticketId}/paper.pdf': onTicket(),
  'PATCH /tickets/{ticketId}': onTicket({ customerDetails: { firstName: `Juno ${HUSH}` } }),
  'POST /tickets/{ticketId}/accept': onBooking,
  'POST /tickets/{ticketId}/decline': onBooking,
  'POST /tickets/{ticketId}/ask-approval': onTicket(),
  'POST /tickets/{ticketId}/approve': onTicket(undefined, ({ world }, ticketId) =>
    world.as('dana').tickets.askApproval({ ticketId }),
  ),
  'POST /tickets/{ticketId}/finalize': onTicket(),
  'POST /tickets/{ticketId}/complete': onTicket(undefined, finalized),
  'POST /tickets/{ticketId}/reopen': onTicket(undefined, finalized),
  'PUT /tickets/{ticketId}/technician': byId(async shop => ({
    at: { ticketId: await shop.ticket() },
    json: { employeeId: shop.world.ids.sam },
  })),
  'DELETE /tickets/{ticketId}/technician': onTicket(),
  'POST /tickets/{ticketId}/jobs': onTicket({ problem: `Rust ${HUSH}` }),
  'DELETE /tickets/{ticketId}/jobs/{jobNumber}': onJob(),
  'PATCH /tickets/{ticketId}/jobs/{jobNumber}': onJob({ cause: `Cracked ${HUSH}` }),
  'POST /tickets/{ticketId}/jobs/{jobNumber}/approve-time': onJob(undefined, ({ world }, ticketId) =>
    world.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, suggestedTime: 2 }),
  ),
  'POST /tickets/{ticketId}/jobs/{jobNumber}/clock-in': onJob(),
  'POST /tickets/{ticketId}/jobs/{jobNumber}/clock-out': byId(async shop => {
    const place = { ticketId: await shop.ticket(), jobNumber: 1 }
    const { sessionId } = await shop.world.as('rosa').tickets.clockIn(place)
    shop.keep(sessionId)
    return { at: place }
  }, 'rosa'),
  'POST /tickets/{ticketId}/parts': onTicket(part),
  'PATCH /tickets/{ticketId}/parts/{partId}': onPart({ perPartAmount: 9.8 }),
  'DELETE /tickets/{ticketId}/parts/{partId}': onPart(),
  'PATCH /tickets/{ticketId}/sessions/{sessionId}': byId(async shop => {
    const ticketId = await shop.ticket()
    const { sessionId } = await shop.world.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    shop.keep(sessionId)
    return { at: { ticketId, sessionId }, json: { reason: `Asked ${HUSH}` } }
  }),

  'POST /tickets/{ticketId}/jobs/{jobNumber}/photos': byId(async shop => {
    const form = new FormData()
    form.append('photos', new Blob([await picture()]), 'roof.png')
    return { at: { ticketId: await shop.ticket(), jobNumber: 1 }, form }
  }),
  'DELETE /tickets/{ticketId}/jobs/{jobNumber}/photos/{photoId}': onPhoto,
  'GET /pictures/tickets/{ticketId}/photos/{photoId}': onPhoto,
  'PUT /tickets/{ticketId}/customer-image': putImage,
  'DELETE /tickets/{ticketId}/customer-image': onImage('customer-image'),
  'GET /pictures/tickets/{ticketId}/customer-image': onImage('customer-image'),
  'PUT /tickets/{ticketId}/rig-image': putImage,
  'DELETE /tickets/{ticketId}/rig-image': onImage('rig-image'),
  'GET /pictures/tickets/{ticketId}/rig-image': onImage('rig-image'),
  'GET /pictures/company_images/{companyUUID}': {
    ...{ kind: 'public', insider: 'dana' },
    prepare: async shop => {
      await shop.image('/company/image')
      return async () => ({ at: { companyUUID: shop.world.ids.dana } })
    },
  },

  'GET /clock': asking('own'),
  'GET /clocks': asking('own'),

  'GET /rigs': asking('pool', () => ({ query: { starts: VIN.slice(0, 4) } })),
  'GET /rigs/{vin}': asking('pool', () => ({ at: { vin: PUBLISHED_VIN } })),
  'GET /vin/{vin}': asking('public', () => ({ at: { vin: VIN } })),
  'GET /places': asking('own', () => ({ query: { q: '118 hush' } })),
  'GET /map': asking('public'),
  'GET /work-history/{vin}': asking('public', () => ({ at: { vin: PUBLISHED_VIN } })),
  'GET /my/rigs': { ...asking('own'), insider: 'june' },
  // Whoever has the code may: src/server/owned-rigs has the tests of it, and of a report's link.
  'POST /my/rigs': asking('by-hand'),
  'GET /rig-reports/{token}': asking('by-hand'),
  'GET /rig-reports/{token}/photos/{companyUUID}/{photoId}/{size}': asking('by-hand'),
  'GET /my/rigs/{vin}': atRig(),
  'DELETE /my/rigs/{vin}': atRig(),
  'POST /my/rigs/{vin}/offer': atRig(),
  'DELETE /my/rigs/{vin}/offer': atRig(),
  'POST /my/rigs/{vin}/reports': atRig(),
  'DELETE /my/rigs/{vin}/reports/{reportId}': onRig(async ({ world, keep }, vin) => {
    const { report } = await world.as('june').myRigs.share({ vin })
    keep(report.path)
    return { at: { vin, reportId: report.reportId } }
  }),
  'PUT /my/rigs/{vin}/notes': onRig(async ({ world }, vin, ticketId) => ({
    at: { vin },
    json: { companyUUID: world.ids.dana, ticketId, kind: 'dispute', words: `Leaks ${HUSH}` },
  })),
  'DELETE /my/rigs/{vin}/notes/{companyUUID}/{ticketId}/{kind}': onRig(async ({ world }, vin, ticketId) => {
    const name = { vin, companyUUID: world.ids.dana, ticketId, kind: 'note' } as const
    await world.as('june').myRigs.note({ ...name, words: `Leaks ${HUSH}` })
    return { at: name }
  }),
  'GET /my/rigs/{vin}/photos/{companyUUID}/{photoId}/{size}': byId(async shop => {
    const vin = 'HELD-PHOTO'
    const ticketId = await shop.ticket(vin)
    const photoId = await shop.photo(ticketId)
    await claimOf(shop, vin, ticketId)
    return { at: { vin, companyUUID: shop.world.ids.dana, photoId, size: 'small' } }
  }, 'june'),
  'GET /downloads/android-app': asking('public'),
  'POST /vitals': asking('public', () => ({ json: { route: '/dashboard', LCP: 900 } })),

  'POST /auth/sign-in/email': asking('by-hand'),
  'POST /auth/sign-out': asking('by-hand'),
  'POST /auth/request-password-reset': asking('by-hand'),
  'POST /auth/reset-password': asking('by-hand'),
  'POST /auth/change-password': asking('by-hand'),
  'POST /auth/two-factor/enable': asking('by-hand'),
  'POST /auth/two-factor/disable': asking('by-hand'),
  'POST /auth/two-factor/verify-totp': asking('by-hand'),
  'POST /auth/two-factor/verify-backup-code': asking('by-hand'),
  'POST /auth/two-factor/generate-backup-codes': asking('by-hand'),
  'GET /auth/passkey/generate-register-options': asking('by-hand'),
  'GET /auth/passkey/generate-authenticate-options': asking('by-hand'),
  'POST /auth/passkey/verify-registration': asking('by-hand'),
  'POST /auth/passkey/verify-authentication': asking('by-hand'),
  'POST /auth/passkey/delete-passkey': asking('by-hand'),
  'GET /tickets/{ticketId}/link': onTicket(undefined, async ({ world, keep }, ticketId) => {
    keep((await world.as('dana').links.make({ ticketId })).link.path)
  }),
  'POST /tickets/{ticketId}/link': onTicket(),
  'DELETE /tickets/{ticketId}/link': onTicket(undefined, ({ world }, ticketId) =>
    world.as('dana').links.make({ ticketId }),
  ),
  'POST /tickets/{ticketId}/link/mail': onTicket(),
  // Who holds a link is not known by a sign-in: src/server/links has their tests.
  'GET /follow/{token}': asking('by-hand'),
  'POST /follow/{token}/answer': asking('by-hand'),
  'GET /follow/{token}/ticket': asking('by-hand'),
  'GET /follow/{token}/messages': asking('by-hand'),
  'POST /follow/{token}/messages': asking('by-hand'),
  'POST /follow/{token}/phones': asking('by-hand'),
  'POST /follow/{token}/phones/stop': asking('by-hand'),
  'GET /follow/{token}/review': asking('by-hand'),
  'POST /follow/{token}/review': asking('by-hand'),
  'GET /companies/{companyId}/reviews': asking('by-hand'),
  'GET /company/reviews': asking('own'),
  'PUT /tickets/{ticketId}/review/answer': asking('by-hand'),
  'GET /pictures/follow/{token}/photos/{photoId}': asking('by-hand'),
  'GET /follow/{token}/paper.pdf': asking('by-hand'),
  'GET /tickets/{ticketId}/messages': onTicket(undefined, ({ world }, ticketId) =>
    world.as('dana').messages.say({ ticketId, text: `Soon ${HUSH}` }),
  ),
  'POST /tickets/{ticketId}/messages': onTicket({ text: `Soon ${HUSH}` }),
  'POST /tickets/{ticketId}/messages/seen': onTicket(),
  'GET /messages/unseen': asking('own'),
  'GET /tickets/{ticketId}/waiting': onTicket(undefined, ({ world }, ticketId) =>
    world.as('dana').waiting.set({ ticketId, reason: 'part', note: `Ordered ${HUSH}` }),
  ),
  'PUT /tickets/{ticketId}/waiting': onTicket({ reason: 'part', note: `Ordered ${HUSH}` }),
  'DELETE /tickets/{ticketId}/waiting': onTicket(undefined, ({ world }, ticketId) =>
    world.as('dana').waiting.set({ ticketId, reason: 'part' }),
  ),
  'GET /follow/{token}/questions': asking('by-hand'),
  'POST /follow/{token}/questions/{requestId}/{jobNumber}': asking('by-hand'),
  'GET /tickets/{ticketId}/approvals': onTicket(),
  'POST /tickets/{ticketId}/approvals': onTicket({ jobNumbers: [1], note: HUSH }),
  'POST /tickets/{ticketId}/jobs/{jobNumber}/phone-answer': byId(async ({ world, ticket }) => {
    const ticketId = await ticket()
    const [line] = (await world.as('dana').approvals.get({ ticketId })).lines
    return { at: { ticketId, jobNumber: 1 }, json: { version: line?.version, answer: 'declined' } }
  }),
  'DELETE /tickets/{ticketId}/jobs/{jobNumber}/question': onJob(undefined, async ({ world }, ticketId) => {
    await world.as('dana').approvals.ask({ ticketId, jobNumbers: [1] })
    await allDelivered(world.database)
  }),
  'GET /tickets/{ticketId}/disputes': byId(async shop => {
    const { world } = shop
    const vin = `SAID-${randomUUID().slice(0, 8)}`.toUpperCase()
    const ticketId = await shop.ticket(vin)
    await claimOf(shop, vin, ticketId)
    const name = { vin, companyUUID: world.ids.dana, ticketId, kind: 'dispute' } as const
    await world.as('june').myRigs.note({ ...name, words: `Leaks ${HUSH}` })
    await allDelivered(world.database)
    return { at: { ticketId } }
  }),
  'GET /rigs/{vin}/deferred': asking('own', () => ({ at: { vin: VIN } })),

  'GET /founders/companies': forFounder(async () => ({ query: { q: '@bluebonnet' } })),
  'GET /founders/companies/{companyUUID}': forFounder(async ({ world }) => ({
    at: { companyUUID: world.ids.dana },
  })),
  'GET /founders/companies/{companyUUID}/reviews': forFounder(async ({ world }) => ({
    at: { companyUUID: world.ids.dana },
  })),
  'POST /founders/companies/{companyUUID}/verify': onCompany(MONTH),
  'POST /founders/companies/{companyUUID}/unverify': onCompany({ reason: HUSH }, ({ world }, companyUUID) =>
    world.as('maya').founders.verify({ companyUUID, ...MONTH }),
  ),
  'POST /founders/companies/{companyUUID}/pending': onCompany({ pendingStatus: false }),
  'POST /founders/companies/{companyUUID}/suspend': onCompany({ reason: HUSH }),
  'POST /founders/companies/{companyUUID}/restore': onCompany(
    { reason: HUSH },
    async ({ world }, companyUUID) => {
      await world.as('maya').founders.suspend({ companyUUID, reason: HUSH })
      await allDelivered(world.database)
    },
  ),
  'POST /founders/companies/{companyUUID}/reviews/{ticketId}/remove': onReview(),
  'POST /founders/companies/{companyUUID}/reviews/{ticketId}/restore': onReview(({ world }, ticketId) =>
    world.as('maya').founders.removeReview({ companyUUID: world.ids.dana, ticketId, reason: HUSH }),
  ),
  'GET /founders/history/{vin}': forFounder(async () => ({ at: { vin: VIN } })),
  'POST /founders/history/{vin}/correct': forFounder(async shop => {
    const json = { companyUUID: shop.world.ids.dana, ticketId: await doneTicket(shop), newVin: 'HU5H-0003' }
    return { at: { vin: VIN }, json: { ...json, reason: HUSH } }
  }),
  'POST /founders/history/{vin}/end-claim': forFounder(async shop => {
    const vin = `HELD-${randomUUID().slice(0, 8)}`.toUpperCase()
    await claimOf(shop, vin, await shop.ticket(vin))
    return { at: { vin }, json: { reason: HUSH } }
  }),
  'GET /founders/disputes': forFounder(async () => ({})),
  'GET /founders/trail': forFounder(async () => ({})),

  'GET /live': asking('by-hand'),
  'GET /live/directory': asking('by-hand'),
  'GET /live/follow/{token}': asking('by-hand'),
}
