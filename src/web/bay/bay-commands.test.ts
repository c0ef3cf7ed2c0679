import { expect, test, vi } from 'vitest'
import { isRunning } from '#domain/clocks/clock.ts'
import { idFromKey } from '#domain/lib/uuid.ts'
import type { Board, Stops } from '#web/api/live/apply-change.ts'
import { createOutbox } from '#web/bay/outbox/outbox.ts'
import { createMemoryStore } from '#web/bay/outbox/outbox-store.ts'
import type { OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import type { BayCommandName, JobView, TicketView } from '#web/features/tickets/ticket-view.ts'
import {
  BAY_COMMANDS,
  handOverKeyOf,
  labelOf,
  OUTBOX_COMMANDS,
  queueOf,
  refusedFieldsOf,
  textOf,
} from './bay-commands.ts'
import { shownBoard, shownClock, shownStops, shownTicket, unsentPhotos } from './shown.ts'

const rosa = { id: 'rosa', name: 'Rosa Díaz' }
const TICKET = 412873
const TAPPED_AT = new Date('2025-11-20T15:00:00Z')

const jobOf = (jobNumber: number, more: Partial<JobView> = {}): JobView => ({
  jobNumber,
  problem: 'Roof leak',
  cause: '',
  correction: '',
  estimatedTime: 1,
  estimate: true,
  suggestedTime: null,
  namedRate: null,
  flatPrice: null,
  clockRule: null,
  clockedHours: null,
  clockDetails: [],
  namedTechnician: null,
  component: null,
  approvedSupplies: null,
  billed: null,
  price: null,
  answer: 'none',
  isAsked: false,
  approval: null,
  raisedTo: null,
  sessions: [],
  photos: [],
  totalBalance: null,
  ...more,
})
const photo = { photoId: 'crack', small: '', large: '', moment: 'before', addedAt: TAPPED_AT } as const
const ticket = {
  ticketId: TICKET,
  state: 'active',
  lastTransition: {
    verb: 'create',
    by: { id: 'dana', name: 'Dana Reyes' },
    at: new Date('2025-11-20T08:00:00Z'),
  },
  jobs: [jobOf(1, { photos: [{ ...photo, width: 4, height: 3 }] }), jobOf(2)],
  parts: [],
  signed: null,
  components: null,
} as unknown as TicketView

let count = 0
const entryOf = (name: BayCommandName, input: object, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  key: `key-${++count}`,
  account: rosa.id,
  queue: queueOf(TICKET),
  name,
  input: { ticketId: TICKET, ...input },
  label: '',
  tappedAt: TAPPED_AT.getTime(),
  clockOffset: 0,
  photoSize: null,
  refusal: null,
  ...more,
})
const none = () => false
const shown = (...entries: OutboxEntry[]) => shownTicket(ticket, entries, rosa, none)
const REFUSAL = { message: 'Already finalized.', code: 'REFUSED', at: 0 }

test('a clock that waits runs from when it was tapped, under its own key', () => {
  const entry = entryOf('clockIn', { jobNumber: 2 })
  const [, job] = shown(entry).jobs
  expect(job?.sessions).toEqual([
    expect.objectContaining({ sessionId: entry.key, clockInTime: TAPPED_AT, clockOutTime: null }),
  ])
  expect(job?.unsent).toEqual([{ key: entry.key, name: 'clockIn', tappedAt: TAPPED_AT }])
})

test('a clock that was stopped later stops then, and both taps are unsent', () => {
  const later = TAPPED_AT.getTime() + 60_000
  const after = shown(
    entryOf('clockIn', { jobNumber: 1 }),
    entryOf('clockOut', { jobNumber: 1 }, { tappedAt: later }),
  )
  expect(after.jobs[0]?.sessions[0]?.clockOutTime).toEqual(new Date(later))
  expect(after.jobs[0]?.unsent?.map(({ name }) => name)).toEqual(['clockIn', 'clockOut'])
})

test('a clock that started on another ticket stops the one on this, and changes nothing else', () => {
  const entries = [
    entryOf('clockIn', { jobNumber: 1 }),
    entryOf('clockIn', { ticketId: 500123, jobNumber: 1 }, { queue: queueOf(500123) }),
  ]
  const after = shownTicket(ticket, entries, rosa, none)
  expect(after.jobs.some(job => job.sessions.some(isRunning))).toBe(false)
  expect(after.jobs[0]?.unsent).toHaveLength(1)
})

test('a part that waits is listed as typed, and can be told from the others', () => {
  const entry = entryOf('addPart', { quantity: 2, description: ' Gear motor ', jobNumber: 1 })
  expect(shown(entry).parts).toEqual([
    expect.objectContaining({
      partId: entry.key,
      description: 'Gear motor',
      jobNumber: 1,
      isPriced: false,
      unsent: [expect.objectContaining({ name: 'addPart' })],
    }),
  ])
  expect(shown(entry).parts[0]).not.toHaveProperty('optimistic')
})

test('a suggested time, a removed photo and a step are shown as done', () => {
  expect(shown(entryOf('suggestTime', { jobNumber: 1, suggestedTime: 3.5 })).jobs[0]?.suggestedTime).toBe(3.5)
  expect(shown(entryOf('removePhoto', { jobNumber: 1, photoId: 'crack' })).jobs[0]?.photos).toEqual([])
  expect(shown(entryOf('askApproval', {}))).toMatchObject({
    state: 'approval',
    lastTransition: { verb: 'askApproval', by: rosa, at: TAPPED_AT },
    unsent: { name: 'askApproval' },
  })
})

test('what the server has done is not shown twice while its answer is lost', () => {
  const key = '019aa2b4-1234-7abc-8def-0123456789ab'
  const id = idFromKey(key, 'f0000000-0000-4000-9fff-ffffffffffff')
  const clock = entryOf('clockIn', { jobNumber: 1 }, { key })
  const part = entryOf('addPart', { quantity: 2, description: 'Gear motor' }, { key })
  const added = entryOf('addPhoto', { jobNumber: 1, moment: 'before' }, { key, photoSize: 4 })
  const session = { sessionId: id, technicianId: rosa.id, clockOutTime: null }
  const [first, second] = ticket.jobs
  const done = {
    ...ticket,
    jobs: [
      { ...first, sessions: [session], photos: [{ ...photo, photoId: id }, ...(first?.photos ?? [])] },
      second,
    ],
    parts: [{ partId: id, quantity: 2, description: 'Gear motor' }],
  } as unknown as TicketView
  const after = shownTicket(done, [clock, part, added], rosa, none)
  expect(after.jobs[0]?.sessions).toEqual([session])
  expect(after.jobs[0]?.photos.map(({ photoId }) => photoId)).toEqual(['crack'])
  expect(after.parts).toEqual([
    { partId: id, quantity: 2, description: 'Gear motor', unsent: [expect.objectContaining({ key })] },
  ])
  expect(after.jobs[0]?.unsent).toEqual([expect.objectContaining({ key })])
  // The desk has finalized it meanwhile.
  const finalized = shownTicket({ ...done, state: 'completed' }, [entryOf('askApproval', {})], rosa, none)
  expect(finalized.state).toBe('completed')
})

test('what was refused is not shown, and what waits behind it is', () => {
  const after = shown(
    entryOf('addPart', { quantity: 1 }, { refusal: REFUSAL }),
    entryOf('addPart', { quantity: 3 }),
  )
  expect(after.parts.map(({ quantity }) => quantity)).toEqual([3])
})

test('the same entries show the same ticket: nothing renders again', () => {
  const entries = [entryOf('clockIn', { jobNumber: 1 }), entryOf('addPart', { quantity: 1 })]
  expect(shownTicket(ticket, entries, rosa, none)).toEqual(shownTicket(ticket, entries, rosa, none))
})

test('the running clock is the one that was started last on this device', () => {
  const names = () => ({ problem: 'Roof leak', customer: 'Park, June' })
  const started = entryOf('clockIn', { jobNumber: 2 })
  const stopped = entryOf('clockOut', { jobNumber: 2 })
  const other = entryOf('clockOut', { jobNumber: 1 })
  expect(shownClock(null, [started], names)).toMatchObject({
    ticketId: TICKET,
    jobNumber: 2,
    problem: 'Roof leak',
    clockInTime: TAPPED_AT,
  })
  expect(shownClock(null, [started, other], names)).not.toBeNull()
  expect(shownClock(null, [started, stopped], names)).toBeNull()
  expect(shownClock(null, [{ ...started, refusal: REFUSAL }], names)).toBeNull()
})

test('a clock that the desk stopped while its answer was lost does not run, and stops no other', () => {
  const running = { sessionId: 'session', technicianId: rosa.id, clockOutTime: null }
  const other = { ...ticket, ticketId: 500123, jobs: [jobOf(1, { sessions: [running as never] })] }
  const stopped = entryOf('clockIn', { jobNumber: 1 })
  const isRunningOn = (isStopped: () => boolean) =>
    shownTicket(other, [stopped], rosa, isStopped).jobs[0]?.sessions.some(isRunning)
  expect([isRunningOn(() => true), isRunningOn(none)]).toEqual([true, false])
  const clock = { ticketId: 500123, jobNumber: 1, problem: '', customer: '', clockInTime: TAPPED_AT }
  expect(shownClock(clock, [stopped], () => null)).toBe(clock)
})

test('a ticket that waits to be sent for approval is there in My Jobs', () => {
  const none = { cards: [], total: 0 }
  const board = {
    pending: none,
    active: { cards: [{ ticketId: TICKET, state: 'active', since: new Date(0) }], total: 1 },
    approval: none,
    completed: none,
  } as unknown as Board
  const after = shownBoard(board, [entryOf('askApproval', {})])
  expect([after.active.total, after.approval.total]).toEqual([0, 1])
  expect(after.approval.cards[0]?.since).toEqual(TAPPED_AT)
  expect(shownBoard(board, [entryOf('askApproval', {}, { refusal: REFUSAL })])).toEqual(board)
})

test('photos that wait are found by their job line', () => {
  const first = entryOf('addPhoto', { jobNumber: 1, moment: 'before' }, { photoSize: 4 })
  const second = entryOf('addPhoto', { jobNumber: 2, moment: '' }, { photoSize: 4 })
  expect(unsentPhotos([first, second], TICKET, 2)).toEqual([second])
  expect(unsentPhotos([first, second], TICKET, 3)).toEqual([])
})

test.each([
  ['addPart', { quantity: 2, description: '' }, '2 × No description'],
  ['suggestTime', { jobNumber: 1, suggestedTime: 3.5 }, '3h30m'],
  ['suggestTime', { jobNumber: 1, suggestedTime: null }, 'None'],
  ['addPhoto', { jobNumber: 1, moment: 'after' }, 'After the repair'],
  ['clockIn', { jobNumber: 1 }, ''],
] as const)('%s of %j reads %j', (name, input, expected) => {
  expect(textOf(entryOf(name, input))).toBe(expected)
})

test('a label names the job line that it belongs to', () => {
  expect(labelOf('clockIn', jobOf(2))).toBe('Clock In, job 2. Roof leak')
  expect(labelOf('askApproval', undefined)).toBe('Send for Approval')
})

test('only the step of the ticket waits for everything before it', () => {
  const transitions = Object.entries(BAY_COMMANDS).filter(([, { isTransition }]) => isTransition)
  expect(transitions.map(([name]) => name)).toEqual(['askApproval'])
})

test('only clock taps keep their order over all tickets', () => {
  const sequential = Object.entries(OUTBOX_COMMANDS).filter(([, { isSequential }]) => isSequential)
  expect(sequential.map(([name]) => name)).toEqual(['clockIn', 'clockOut'])
})

test('a part or photo that is removed before it is sent simply leaves the outbox', async () => {
  const sent: string[] = []
  let isTurn = false
  const command = { send: async ({ name }: OutboxEntry) => void sent.push(name) }
  const outbox = createOutbox({
    store: createMemoryStore(),
    commands: { addPart: command, addPhoto: command, clockIn: command },
    account: rosa.id,
    now: Date.now,
    lock: async task => {
      if (isTurn) await task(new AbortController().signal)
      return isTurn
    },
  })
  const tap = { queue: queueOf(TICKET), label: '' }
  const part = await outbox.add({ ...tap, name: 'addPart', input: { ticketId: TICKET, quantity: 1 } })
  const taken = await outbox.add({
    ...tap,
    name: 'addPhoto',
    input: { ticketId: TICKET, jobNumber: 1, moment: '' },
    photo: new Blob(['picture']),
  })
  await outbox.add({ ...tap, name: 'clockIn', input: { ticketId: TICKET, jobNumber: 1 } })
  expect(shownTicket(ticket, outbox.entries(), rosa, none).parts).toHaveLength(1)
  await outbox.remove(part.key)
  await outbox.remove(taken.key)
  expect(shownTicket(ticket, outbox.entries(), rosa, none).parts).toEqual([])
  expect(unsentPhotos(outbox.entries(), TICKET, 1)).toEqual([])
  isTurn = true
  await outbox.flush()
  expect(sent).toEqual(['clockIn'])
  outbox.close()
})

test('an entry is handed over with one key, which is not its own and is never too old', () => {
  const entry = entryOf('clockIn', {}, { key: '019aa2b4-1234-7abc-8def-0123456789ab' })
  expect(handOverKeyOf(entry)).toBe('019aa2b4-1234-4abc-8def-0123456789ab')
  // Sent again, and refused again.
  expect(handOverKeyOf({ ...entry, key: crypto.randomUUID(), firstKey: entry.key })).toBe(
    handOverKeyOf(entry),
  )
})

test('the price of a part waits in dollars, as it was typed, and is shown and sent in cents', async () => {
  const stored = entryOf('addPart', { quantity: 2, description: 'Gear motor', perPartAmount: 289.77 })
  const { parts } = shown(stored)
  expect(parts).toMatchObject([{ perPartAmount: 289_77, isPriced: true }])
  const requests: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push([path, JSON.parse(String(init.body)).json])
    return Response.json({ json: { partId: 'one' } })
  })
  await OUTBOX_COMMANDS.addPart?.send(stored, null, () => {}, new AbortController().signal)
  const sent = { ticketId: TICKET, quantity: 2, description: 'Gear motor', perPartAmount: 289_77 }
  expect(requests).toEqual([['/rpc/tickets/addPart', sent]])
  vi.unstubAllGlobals()
})

test('a stop has the arrival of the last tap that was not refused', () => {
  const stops = { stops: [TICKET, 7].map(ticketId => ({ ticketId, arrivingAt: null })) } as unknown as Stops
  const arrivals = (...entries: readonly OutboxEntry[]) =>
    shownStops(stops, entries).stops.map(({ arrivingAt }) => arrivingAt?.toISOString() ?? null)
  expect(arrivals(entryOf('clockIn', { jobNumber: 1 }))).toEqual([null, null])
  const refusal = { code: 'NOT_FOUND', message: '', fields: {} }
  expect(
    arrivals(
      entryOf('setOut', { minutes: 10 }),
      entryOf('setOut', { minutes: 45 }),
      entryOf('setOut', { minutes: 20 }, { refusal: refusal as unknown as OutboxEntry['refusal'] }),
    ),
  ).toEqual(['2025-11-20T15:45:00.000Z', null])
})

test('a signature that waits is shown as signed, once, in a company that asks for signatures', () => {
  const signed = { occasion: 'work-done', typedName: 'June Park', jobs: [], strokes: null }
  const key = '019aa2b4-1234-7abc-8def-0123456789ab'
  const entry = entryOf('sign', signed, { key })
  expect(textOf(entry)).toBe('Work done: June Park')
  expect(shown(entry)).toEqual(ticket)
  const asking = { ...ticket, signed: [] }
  const own = { occasion: 'work-done', signerName: 'June Park', signedAt: TAPPED_AT }
  const unsent = { name: 'sign', tappedAt: TAPPED_AT }
  expect(shownTicket(asking, [entry], rosa, none).signed).toMatchObject([{ ...own, unsent }])
  const signatureId = idFromKey(key, 'f0000000-0000-4000-9fff-ffffffffffff')
  const stored = { ...asking, signed: [{ ...own, signatureId } as const] } as TicketView
  expect(shownTicket(stored, [entry], rosa, none).signed).toHaveLength(1)
})

const ARRIVED = {
  customerRV: { vin: '5ZT2CXYBXNB9X0317', axleAmount: '2' },
  ...{ broughtBy: '', keys: 'Hook 12', lot: '', odometer: 45_210 },
}
const appointment = {
  ...ticket,
  ...{ state: 'pending', confirmedAt: TAPPED_AT, checkIn: null },
  customerRV: { vin: '', make: 'Coachmen', axleAmount: null },
  lastTransition: { ...ticket.lastTransition, verb: 'accept' },
} as unknown as TicketView

test('a ticket whose arrival waits is active, so that work on it goes on', () => {
  const entries = [entryOf('checkIn', ARRIVED), entryOf('clockIn', { jobNumber: 1 })]
  const after = shownTicket(appointment, entries, rosa, none)
  expect(after).toMatchObject({
    ...{ state: 'active', activeTimestamp: TAPPED_AT },
    customerRV: { vin: '5ZT2CXYBXNB9X0317', make: 'Coachmen', axleAmount: '2' },
    checkIn: { broughtBy: '', keys: 'Hook 12', lot: '' },
    rigVisit: { odometer: 45_210, generatorHours: null },
    lastTransition: { verb: 'checkIn', by: rosa, at: TAPPED_AT },
    unsent: { name: 'checkIn' },
  })
  expect(after.jobs[0]?.sessions).toHaveLength(1)
  expect(shownTicket(appointment, [...entries, entryOf('askApproval', {})], rosa, none)).toMatchObject({
    state: 'approval',
    unsent: { name: 'askApproval' },
  })
  const refused = entryOf('checkIn', ARRIVED, { refusal: REFUSAL })
  expect(shownTicket(appointment, [refused], rosa, none)).toEqual(appointment)
})

test('an arrival that waits changes nothing that others did meanwhile', () => {
  const entry = entryOf('checkIn', ARRIVED)
  expect(shown(entry)).toEqual({ ...ticket, unsent: expect.objectContaining({ name: 'checkIn' }) })
  const canceled = { ...appointment, state: 'closed' } as TicketView
  expect(shownTicket(canceled, [entry], rosa, none)).toEqual(canceled)
})

test('an arrival says what was typed with it, and is sent with when it was tapped', async () => {
  const entry = entryOf('checkIn', ARRIVED, { clockOffset: -2000 })
  expect(textOf(entry)).toBe('VIN: 5ZT2CXYBXNB9X0317 · Axle Amount: 2 · Keys: Hook 12 · Odometer: 45210')
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    bodies.push([path, JSON.parse(String(init.body)).json])
    return Response.json({ json: { ticketId: TICKET, state: 'active' } })
  })
  await OUTBOX_COMMANDS.checkIn?.send(entry, null, () => {}, new AbortController().signal)
  const sent = { ticketId: TICKET, ...ARRIVED, tappedAt: TAPPED_AT.toISOString(), clockOffset: -2000 }
  expect(bodies).toEqual([['/rpc/tickets/checkIn', sent]])
  vi.unstubAllGlobals()
})

test('a refused arrival names its fields, in the order of the form', () => {
  const fields = { keys: 'Use at most 120 characters.', 'customerRV.year': 'Required.', other: 'Wrong.' }
  expect(refusedFieldsOf({ fields })).toBe('Year: Required. Keys: Use at most 120 characters.')
  expect(refusedFieldsOf({})).toBe('')
})

test('what is done after an arrival is sent after it, photos and text too', async () => {
  const sent: string[] = []
  let isTurn = false
  let isTyped = true
  const commands = Object.fromEntries(
    Object.entries(OUTBOX_COMMANDS).map(([name, command]) => [
      name,
      { ...command, send: async () => void sent.push(name) },
    ]),
  )
  const outbox = createOutbox({
    ...{ store: createMemoryStore(), commands, account: rosa.id, now: Date.now },
    lock: async task => {
      if (isTurn) await task(new AbortController().signal)
      return isTurn
    },
    drafts: {
      queues: () => (isTyped ? [queueOf(TICKET)] : []),
      isPending: () => isTyped,
      readyAt: () => (isTyped ? 0 : null),
      count: () => Number(isTyped),
      send: async () => {
        sent.push('text')
        isTyped = false
      },
      subscribe: () => () => {},
    },
  })
  await outbox.loaded
  const tap = { queue: queueOf(TICKET), label: '', input: { ticketId: TICKET } }
  const arrived = await outbox.add({ ...tap, name: 'checkIn', tappedAt: 5 })
  expect(arrived.tappedAt).toBe(5)
  await outbox.add({ ...tap, name: 'addPhoto', photo: new Blob(['crack']) })
  await outbox.add({ ...tap, name: 'clockIn' })
  await outbox.add({ ...tap, name: 'askApproval' })
  isTurn = true
  await outbox.flush()
  await expect.poll(() => sent).toEqual(['checkIn', 'clockIn', 'text', 'addPhoto', 'askApproval'])
  outbox.close()
})

test('a stop is reached with the tap of its technician, unless that was refused', () => {
  const stops = { stops: [{ ticketId: TICKET, state: 'pending', arrivingAt: null }] } as unknown as Stops
  const stateAfter = (entry: OutboxEntry) => shownStops(stops, [entry]).stops[0]?.state
  expect(stateAfter(entryOf('checkIn', ARRIVED))).toBe('active')
  expect(stateAfter(entryOf('checkIn', ARRIVED, { refusal: REFUSAL }))).toBe('pending')
  expect(stateAfter(entryOf('setOut', { minutes: 10 }))).toBe('pending')
})
