import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOutbox } from '#web/bay/outbox/outbox.ts'
import { createMemoryStore } from '#web/bay/outbox/outbox-store.ts'
import type { OutboxCommand, OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import type { ComponentOfTicket, TicketView } from '#web/features/tickets/ticket-view.ts'
import { OUTBOX_COMMANDS, queueOf, refusedFieldsOf, textOf } from './bay-commands.ts'
import { closeBayOutbox, tapInBay } from './bay-outbox.ts'
import { cachedTicket, ticketKey } from './cached-ticket.ts'
import { dismissedPlates, dismissPlate } from './dismissed-plates.ts'
import { shownTicket } from './shown.ts'

let commands: Readonly<Record<string, OutboxCommand>> = {}
let store = createMemoryStore()

// The browser's store and tabs.
vi.mock('./create-bay-outbox.ts', () => ({
  createBayOutbox: (_: QueryClient, account: string) =>
    createOutbox({ store, commands, account, now: Date.now, isSignedIn: async () => true }),
}))

const stored = new Map<string, string>()
beforeEach(() => {
  store = createMemoryStore()
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  closeBayOutbox()
  vi.unstubAllGlobals()
})

const rosa = { id: 'rosa', name: 'Rosa Díaz' }
const TICKET = 412873
const TAPPED_AT = new Date('2025-11-20T15:00:00Z')
const FURNACE: ComponentOfTicket = {
  ...{ componentId: 'furnace', kind: 'furnace', name: '', place: 'rear', maker: 'Suburban', model: '' },
  ...{ serial: '0912', modelYear: '', installedOn: '2020-05-01', warrantyUntil: null, plate: null },
}
const ticket = {
  ...{ ticketId: TICKET, state: 'active', jobs: [], parts: [], signed: null },
  components: [FURNACE],
} as unknown as TicketView
const AWNING = { ticketId: TICKET, componentId: 'awning', kind: 'awning', maker: 'Carefree', serial: 'C-77' }

const entryOf = (name: string, input: object, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...{ key: `key of ${name}`, account: rosa.id, queue: queueOf(TICKET), name, input, label: '' },
  ...{ tappedAt: TAPPED_AT.getTime(), clockOffset: 0, photoSize: null, refusal: null },
  ...more,
})
const shown = (before: TicketView, ...entries: OutboxEntry[]) =>
  shownTicket(before, entries, rosa, () => false).components

test('a component that waits is shown, once, and says what was typed', () => {
  const entry = entryOf('addComponent', AWNING)
  expect(textOf(entry)).toBe('Awning · Carefree · serial number C-77')
  const after = shown(ticket, entry)
  expect(after).toMatchObject([
    FURNACE,
    { componentId: 'awning', maker: 'Carefree', unsent: { name: 'addComponent' } },
  ])
  expect(shown({ ...ticket, components: after }, entry)).toHaveLength(2)
})

test('a correction that waits keeps the number, day and photo that it leaves out, and clears what it empties', () => {
  const plate = { small: '/small', large: '/large' }
  const typed = {
    ticketId: TICKET,
    componentId: 'furnace',
    kind: 'furnace',
    model: 'SF-30F',
  }
  const emptied = entryOf('correctComponent', { ...typed, serial: '', day: null })
  expect(shown(ticket, emptied)).toMatchObject([{ model: 'SF-30F', serial: '', installedOn: null }])
  expect(
    shown({ ...ticket, components: [{ ...FURNACE, plate }] }, entryOf('correctComponent', typed)),
  ).toMatchObject([{ model: 'SF-30F', serial: '0912', installedOn: '2020-05-01', plate }])
})

test('in a company that does not list components nothing is shown, nor of what was refused', () => {
  expect(shown({ ...ticket, components: null }, entryOf('addComponent', AWNING))).toBeNull()
  const refusal = { message: 'The ticket is completed.', code: 'REFUSED', at: 0 }
  expect(shown(ticket, entryOf('addComponent', AWNING, { refusal }))).toEqual([FURNACE])
  expect(refusedFieldsOf({ fields: { modelYear: 'Enter a year.', name: 'Required.' } })).toBe(
    'Name: Required. Year: Enter a year.',
  )
})

test('each is sent once under its own key, the photo of its plate after it, in pieces', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const key = new Headers(headers).get('idempotency-key')
    sent.push([method, path, body instanceof Blob ? body.size : key])
    if (path.startsWith('/rpc/')) return Response.json({ json: { componentId: 'awning', note: null } })
    const whole = { small: '/small', large: '/large' }
    return method === 'GET' ? Response.json({ received: 0 }) : Response.json(whole, { status: 201 })
  })
  commands = OUTBOX_COMMANDS
  const queries = new QueryClient()
  queries.setQueryData(ticketKey(TICKET), ticket as never)
  const plate = { ticketId: TICKET, componentId: 'awning', jobNumber: 1 }
  const added = await tapInBay(queries, rosa, { ticketId: TICKET, name: 'addComponent', input: AWNING }, {})
  const photo = new Blob(['plate'])
  const photographed = await tapInBay(
    queries,
    rosa,
    { ticketId: TICKET, name: 'addPlate', input: plate, photo },
    {},
  )
  await expect.poll(() => sent).toHaveLength(3)
  const url = `/api/tickets/${TICKET}/components/awning/plate/${photographed?.key}?size=5`
  expect(sent).toEqual([
    ['POST', '/rpc/components/add', added?.key],
    ['GET', url, null],
    ['PATCH', url, 5],
  ])
  await expect
    .poll(() => cachedTicket(queries, TICKET)?.components)
    .toMatchObject([FURNACE, { componentId: 'awning', plate: { small: '/small', large: '/large' } }])
  expect(JSON.stringify(cachedTicket(queries, TICKET))).not.toContain('unsent')
})

test('a plate that is not photographed now stays dismissed on its ticket, and the oldest tickets are forgotten', () => {
  expect(dismissPlate(TICKET, 'furnace')).toEqual(['furnace'])
  expect(dismissPlate(TICKET, 'awning')).toEqual(['furnace', 'awning'])
  expect(dismissedPlates(TICKET)).toEqual(['furnace', 'awning'])
  expect(dismissedPlates(517204)).toEqual([])
  for (let other = 0; other < 100; other++) dismissPlate(600_000 + other, 'roof')
  expect(dismissedPlates(TICKET)).toEqual([])
  expect(dismissedPlates(600_099)).toEqual(['roof'])
})

test.each(['{', '"furnace"', '[[412873,["toaster"]]]'])('what is stored as %s dismisses none', text => {
  stored.set('rigwright dismissed-plates', text)
  expect(dismissedPlates(TICKET)).toEqual([])
})
