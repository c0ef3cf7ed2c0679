import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGES } from '#contract/pages/page-routes.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkedTicket } from '../../../test/support/customer-fixtures.ts'
import { signupTokenFor } from '../../../test/support/signup.ts'
import { createTestApp, type PersonName, type TestApp, withoutIds } from '../../../test/support/test-app.ts'
import { createWebFolder } from '../../../test/support/web-folder.ts'

const FRAME =
  '<html><head><meta name="description" content="x" /><title>Rigwright</title><link rel="manifest" href="/manifest.webmanifest" /></head><body><div id="root"></div></body></html>'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ webFolder: await createWebFolder(FRAME) })
})
afterAll(() => app.close())

type PageRequest = { readonly as?: PersonName; readonly headers?: Record<string, string> }
type PrefetchedBlock = {
  readonly name: string
  readonly input?: unknown
  readonly response: { readonly json: unknown }
}

async function read(path: string, asking: PageRequest = {}) {
  const { headers, status, text } = await app
    .fetch(path, asking)
    .then(async answer => ({ headers: answer.headers, status: answer.status, text: await answer.text() }))
  const [, block = ''] =
    /<script type="application\/json" id="prefetched-queries">(.*?)<\/script>/.exec(text) ?? []
  const prefetched = JSON.parse(block) as PrefetchedBlock[]
  return { headers, status, text, prefetched, names: prefetched.map(({ name }) => name) }
}

/** The same query, sent separately. */
async function ask(as: PersonName, { name, input }: PrefetchedBlock) {
  const path = `/rpc/${name.replaceAll('.', '/')}`
  return (await app.fetch(path, { as, method: 'POST', json: { json: input } })).json()
}

const expired = async (): Promise<string> => {
  const cookie = await app.signIn('walt@bluebonnet.example')
  await app.fetch('/api/auth/sign-out', { method: 'POST', headers: { cookie }, json: {} })
  return cookie
}

describe('a visitor', () => {
  const OPEN = ['me', 'companies.list', 'companies.get', 'workHistory.get', 'downloads.androidApp']

  test('gets only public data on any page', async () => {
    const ticketId = await app.createTicket('rosa')
    const cookies = ['', 'better-auth.session_token=made.up', await expired()]
    for (const cookie of cookies)
      for (const { path: page } of Object.values(PAGES)) {
        const path = page
          .replace('$ticketId', String(ticketId))
          .replace('$token', 'no-link-at-all')
          .replace('$companyId', app.ids.dana)
        const { prefetched, names, headers } = await read(path, { headers: { cookie } })
        expect(names.filter(name => !OPEN.includes(name))).toEqual([])
        expect(prefetched[0]?.response.json).toEqual({ kind: 'visitor' })
        // Pages of a link are for one person.
        expect(headers.get('cache-control')).toBe(page.includes('$token') ? 'no-store' : 'no-cache')
      }
  })

  test('gets the search results of Home’s URL, not the whole list', async () => {
    const { prefetched } = await read('/?q=lone&near=46516')
    const list = prefetched.find(({ name }) => name === 'companies.list')
    expect(list?.input).toEqual({ q: 'lone', place: '46516', limit: 60 })
    expect(list?.response.json).toMatchObject({
      companies: [{ companyName: 'Lone Star Mobile RV', miles: expect.closeTo(1018, -1) }],
      place: { name: 'Elkhart, IN 46516' },
    })
  })

  test('gets the companies with Home and a rig’s history with its page, as if requested', async () => {
    const { vin } = june.customerRV
    for (const [path, names] of [
      ['/', ['me', 'companies.list']],
      ['/?q=lone&near=46516&comes=never', ['me', 'companies.list']],
      // An unknown location: the page sends the query itself, and shows the error.
      ['/?near=Qwertzuiop', ['me']],
      [`/work-history?vin=%20${vin.toLowerCase()}`, ['me', 'workHistory.get']],
      ['/work-history', ['me']],
      [`/companies/${app.ids.dana}`, ['me', 'companies.get']],
      [`/companies/${app.ids.dana}/book`, ['me', 'companies.get']],
      [`/work-history?vin=${'9'.repeat(300)}`, ['me']],
    ] as const) {
      const page = await read(path)
      expect(page.names).toEqual(names)
      for (const block of page.prefetched) expect(block.response).toEqual(await ask('visitor', block))
    }
  })

  test.each(['00000000-0000-4000-8000-000000000000', 'x', '$companyId'])(
    'learns that the company %j has no page',
    async id => {
      for (const path of [`/companies/${id}`, `/companies/${id}/book`]) {
        const { status, names, text } = await read(path)
        expect([status, names]).toEqual([404, ['me']])
        expect(text).toContain('<title>Page not found · Rigwright</title>')
      }
    },
  )

  test('gets no data on an unknown page', async () => {
    expect((await read('/nowhere')).prefetched).toEqual([])
  })
})

describe('a logged-in user', () => {
  const BOARD = [
    'me',
    'clocks.mine',
    'companies.mine',
    'tickets.board',
    'clocks.list',
    'employees.list',
    'messages.listUnread',
    'bookings.listCancellations',
    'vendors.list',
    'stock.status',
    'shopClock.mine',
  ]

  test.each([
    ['dana', '/dashboard', BOARD],
    ['rosa', '/bay', ['me', 'clocks.mine', 'tickets.board', 'shopClock.mine', 'bookings.listStops']],
    ['rosa', '/profile', ['me', 'clocks.mine', 'employees.mine', 'account.get', 'account.sessions']],
    ['walt', '/company', ['me', 'clocks.mine', 'companies.mine']],
    ['dana', '/company/end-of-day?day=2025-11-19', ['me', 'clocks.mine', 'endOfDay.get']],
    ['dana', '/company/reports', ['me', 'clocks.mine', 'reports.get']],
    [
      'dana',
      '/company/reports?report=cycle-time&period=last-90-days&row=whole',
      ['me', 'clocks.mine', 'reports.get', 'reports.listTickets'],
    ],
    ['dana', '/company/reports?period=own&firstDay=2025-11-19', ['me', 'clocks.mine']],
    [
      'dana',
      '/company/time-sheet?firstDay=2025-11-17&lastDay=2025-11-23',
      ['me', 'clocks.mine', 'shopClock.list'],
    ],
    ['walt', '/company/reports', ['me', 'clocks.mine']],
    ['walt', '/parts-on-order', ['me', 'clocks.mine', 'purchaseOrders.list', 'vendors.list']],
    ['rosa', '/parts-on-order', ['me', 'clocks.mine']],
    ['rosa', '/stock', ['me', 'clocks.mine', 'stock.list']],
    ['walt', '/', ['me', 'clocks.mine', 'companies.list']],
  ] as const)('as %s gets with %s what the page would request, uncached', async (as, path, names) => {
    const page = await read(path, { as })
    expect(page.names).toEqual(names)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('etag')).toBeNull()
    for (const block of page.prefetched) expect(block.response).toEqual(await ask(as, block))
  })

  test('gets a ticket with its page only with permission, and without hidden fields', async () => {
    const mine = await app.createTicket('rosa')
    const theirs = await app.createTicket('sam')
    const page = await read(`/bay/${mine}`, { as: 'rosa' })
    expect(page.names).toContain('tickets.get')
    expect(page.text).not.toMatch(/"(laborRate|balance|totalBalance|perItemPrice)":\d/)
    for (const [as, path] of [
      ['rosa', `/bay/${theirs}`],
      ['rosa', `/service-ticket/${theirs}`],
      ['ray', `/service-ticket/${mine}`],
      ['ray', `/completed-service-ticket/${mine}`],
    ] as const) {
      const { names, text } = await read(path, { as })
      expect(names).not.toContain('tickets.get')
      expect(text).not.toContain(june.customerDetails.firstName)
    }
  })
})

describe('requests made while rendering a page', () => {
  test("are logged with the user, by the page's pattern", async () => {
    const ticketId = await app.createTicket()
    await read(`/service-ticket/${ticketId}`, { as: 'dana' })
    expect(app.requests.at(-1)).toMatchObject({
      method: 'GET',
      route: '/service-ticket/$ticketId',
      status: 200,
      actor: app.ids.dana,
    })
    await read('/about-us')
    expect(app.requests.at(-1)).toMatchObject({ route: '/about-us', actor: 'visitor', company: null })
    await app.fetch('/no-such-page')
    expect(app.requests.at(-1)).toMatchObject({ route: 'no page', status: 404 })
  })
})

describe("a page's metadata", () => {
  const tagsIn = (text: string) => ({
    title: /<title>(.*?)<\/title>/.exec(text)?.[1],
    words: /<meta name="description" content="([^"]*)"/.exec(text)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1],
    isOut: text.includes('<meta name="robots" content="noindex" />'),
  })

  test('has its title and description, once, also for sharing', async () => {
    const { text } = await read('/about-us')
    const { title = '', words = '', canonical, isOut } = tagsIn(text)
    expect([title, canonical, isOut]).toEqual(['About Us · Rigwright', `${app.url}/about-us`, false])
    expect(text.match(/name="description"/g)).toHaveLength(1)
    for (const kind of ['property="og', 'name="twitter']) {
      expect(text).toContain(`<meta ${kind}:title" content="${title}" />`)
      expect(text).toContain(`<meta ${kind}:description" content="${words}" />`)
      expect(text).toContain(`<meta ${kind}:image" content="${app.url}/icons/icon-512.png" />`)
    }
  })

  test('says how often a rig was in a shop, and keeps unknown rigs out of search engines', async () => {
    const ticketId = await app.createTicket('sam')
    await app.as('dana').tickets.finalize({ ticketId })
    await app.as('dana').tickets.complete({ ticketId })
    const { vin } = june.customerRV
    expect(tagsIn((await read(`/work-history?vin=${vin.toLowerCase()}`)).text)).toEqual({
      title: `Work History ${vin} · Rigwright`,
      words: `The work history of the RV with VIN ${vin}: one visit to a shop.`,
      canonical: `${app.url}/work-history?vin=${vin}`,
      isOut: false,
    })
    expect(tagsIn((await read('/work-history?vin=NOBODYS')).text)).toMatchObject({ isOut: true })
  })

  test('has what a company tells its customers, and nothing else', async () => {
    const path = `/companies/${app.ids.dana}`
    const { text } = await read(path)
    expect(tagsIn(text)).toEqual({
      title: 'Bluebonnet RV · Rigwright',
      words:
        'RV service at 2410 Cassopolis Street, Elkhart, IN 46514. Open Monday to Friday, 8 AM to 6 PM. Book an appointment online, no account needed.',
      canonical: `${app.url}${path}`,
      isOut: false,
    })
    expect(withoutIds(text)).not.toMatch(/dana@|laborRate|145/)
    expect(tagsIn((await read(`${path}/book`)).text)).toMatchObject({
      title: 'Book an Appointment · Bluebonnet RV · Rigwright',
      canonical: `${app.url}${path}/book`,
    })
  })

  test('excludes private and unknown pages from search engines', async () => {
    for (const path of ['/dashboard', '/bay/412873', '/reset-password', '/booking/x', '/nowhere'])
      expect(tagsIn((await read(path)).text)).toMatchObject({ isOut: true, canonical: undefined })
    expect(tagsIn((await read('/dashboard', { as: 'dana' })).text).isOut).toBe(false)
  })

  test('lists public pages in robots.txt and the sitemap', async () => {
    const robots = await (await app.fetch('/robots.txt')).text()
    expect(robots).toContain(`Sitemap: ${app.url}/sitemap.xml`)
    const sitemap = await app.fetch('/sitemap.xml')
    expect(sitemap.headers.get('content-type')).toContain('application/xml')
    const places = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
    const open = ['/', '/work-history', '/about-us', '/downloads', '/register', '/login', '/join']
    expect(places.sort()).toEqual(open.map(path => app.url + path).sort())
  })
})

describe('an RV owner', () => {
  test('gets their own profile with it, and no company page', async () => {
    expect((await read('/my', { as: 'june' })).names).toEqual([
      'me',
      'rigClaims.list',
      'rvOwners.listTickets',
    ])
    const { names, prefetched } = await read('/profile', { as: 'june' })
    expect(names).toEqual(['me', 'rvOwners.getDetails', 'account.get', 'account.sessions'])
    expect(prefetched[1]?.response.json).toMatchObject({ email: june.customerDetails.email })
    expect((await read('/profile', { as: 'rosa' })).names).not.toContain('rvOwners.getDetails')
    const booking = await read(`/companies/${app.ids.dana}/book?vin=X`, { as: 'june' })
    expect(booking.names).toEqual(['me', 'companies.get', 'rvOwners.getDetails', 'rigClaims.list'])
    const ticketId = await app.createTicket()
    const again = await read(`/companies/${app.ids.dana}/book?ticket=${ticketId}`, { as: 'june' })
    expect(again.names).toEqual([...booking.names, 'rvOwners.listTickets'])
    for (const path of ['/dashboard', '/company', '/schedule'])
      expect((await read(path, { as: 'june' })).names).toEqual(['me'])
  })
})

describe('the page of a link', () => {
  test('is titled with the company only, uncached and not indexed', async () => {
    const { token, cookie } = await createLinkedTicket(app)
    const asked = await read(`/follow/${token}`)
    expect(asked.names).toEqual(['me', 'customerView.preview'])
    const known = await read(`/follow/${token}`, { headers: { cookie } })
    expect(known.text).toContain('<link rel="manifest" href="/follow.webmanifest" />')
    expect((await read('/login')).text).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
    expect(known.names).toEqual(['me', 'customerView.preview', 'customerView.get'])
    // That page may be cached.
    const bookAgain = await read(`/companies/${app.ids.dana}/book?follow=${token}`, { headers: { cookie } })
    expect(bookAgain.names).toEqual(['me', 'companies.get'])
    expect(bookAgain.text).not.toContain('June')
    for (const { text, headers, status } of [asked, known]) {
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      const [head = ''] = text.split('</head>')
      expect(head).toContain('<title>Your RV at Bluebonnet RV · Rigwright</title>')
      expect(head).toContain('<meta name="robots" content="noindex" />')
      for (const private_ of [token, 'June', 'Park', june.customerRV.vin])
        expect(head).not.toContain(private_)
    }
  })

  test('in a signup email is uncached and not indexed as well', async () => {
    const email = 'nora@mail.example'
    const token = await signupTokenFor(app, email)
    const { names, status, headers, text } = await read(`/join/${token}`)
    expect([status, names, headers.get('cache-control')]).toEqual([
      200,
      ['me', 'rvOwners.preview'],
      'no-store',
    ])
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const [head = ''] = text.split('</head>')
    expect(head).toContain('<meta name="robots" content="noindex" />')
    for (const private_ of [token, email]) expect(head).not.toContain(private_)
    expect((await read('/join/no-link-at-all')).names).toEqual(['me'])
  })

  test('that does not exist is still a page, without data', async () => {
    const { names, text } = await read('/follow/no-link-at-all')
    expect(names).toEqual(['me'])
    expect(text).toContain('<title>Your RV · Rigwright</title>')
  })
})

describe('the position of the live streams', () => {
  const heardOn = async (path: string, as?: PersonName) => {
    const { text } = await read(path, as === undefined ? {} : { as })
    const [, block = '[]'] =
      /<script type="application\/json" id="stream-cursors">(.*?)<\/script>/.exec(text) ?? []
    return JSON.parse(block) as { stream: string; account: string; version: number }[]
  }
  const streams = async (path: string, as?: PersonName) =>
    (await heardOn(path, as)).map(({ stream, account }) => [stream, account])
  const LIST = ['/api/live/directory', 'public']

  test("is included in pages that use the stream, for one's own company only", async () => {
    expect(await streams('/')).toEqual([LIST])
    expect(await streams(`/companies/${app.ids.dana}`)).toEqual([LIST])
    for (const path of ['/login', '/work-history', '/nowhere', '/dashboard'])
      expect(await streams(path)).toEqual([])
    const mine = ['/api/live', app.ids.rosa]
    expect(await streams('/bay', 'rosa')).toEqual([mine])
    expect(await streams('/', 'rosa')).toEqual([mine, LIST])
    expect(await streams('/', 'june')).toEqual([LIST])
  })

  test('precedes the data: later changes reach a listener that starts there', async () => {
    const [before] = await heardOn('/dashboard', 'dana')
    await app.createTicket('rosa')
    const [after] = await heardOn('/dashboard', 'dana')
    expect(after?.version).toBeGreaterThan(before?.version ?? Number.NaN)
  })
})

describe('typed text', () => {
  const SCRIPT = '</script><script>alert(1)</script><!--&amp;"'

  test('is escaped in the page and its data', async () => {
    await app.as('visitor').companies.register({
      companyName: SCRIPT,
      email: 'script@shop.example',
      password: 'campfire-and-coffee',
      companyPhone: '(574) 555-0199',
    })
    const { text, prefetched } = await read('/')
    expect(JSON.stringify(prefetched)).toContain(JSON.stringify(SCRIPT).slice(1, -1))
    expect(text).not.toContain('alert(1)</script>')
    // Its two data blocks.
    expect(text.match(/<script/g)).toHaveLength(2)
  })

  test('as a VIN closes no tag or attribute', async () => {
    const vin = '"><SCRIPT>ALERT(1)</SCRIPT>$&$1'
    const { text } = await read(`/work-history?vin=${encodeURIComponent(vin)}`)
    expect(text).not.toContain('<SCRIPT>')
    expect(text).toContain('&quot;&gt;&lt;SCRIPT&gt;ALERT(1)&lt;/SCRIPT&gt;$&amp;$1')
  })
})

test('a page is sent without its data if that takes too long', async () => {
  const holder = new pg.Client(app.connection)
  await holder.connect()
  await holder.query('begin; lock table directory in access exclusive mode')
  try {
    const { status, prefetched, text } = await read('/')
    expect([status, prefetched]).toEqual([200, []])
    expect(text).toContain('<title>Rigwright · RV service companies')
  } finally {
    await holder.end()
  }
  expect((await read('/')).names).toEqual(['me', 'companies.list'])
})
