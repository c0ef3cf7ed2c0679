// Two tabs with one field: each is a state of its own, over the storage that they share. The outbox sends what is stored.

import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getDraft, getDraftJson, saveDraft, subscribeToDrafts } from '#web/bay/outbox/text-drafts.ts'
import { createDraftSender } from '#web/bay/send-drafts.ts'
import { stubTextStorage } from '../../../../../test/support/outbox.ts'
import { type AutosaveView, createAutosave } from './autosave.ts'

const KEY = 'rosa 412873 1 cause'
const SAVE_DELAY_MS = 800
const MINUTE_MS = 60_000
const SAME_MOMENT_MS = 5000
const COMPLETED = 'The ticket is completed.'

let storage: ReturnType<typeof stubTextStorage>
/** The cause on the server. */
let cause: string
let published: string
let tabs: Tab[]
/** What was sent, with what it was typed over. */
let calls: { text: string; over: string }[]
let sending: { resolve: () => void; reject: (error: Error) => void } | null
let drafts: ReturnType<typeof createDraftSender>
let unsubscribe: () => void

beforeEach(() => {
  cause = ''
  published = ''
  tabs = []
  calls = []
  sending = null
  vi.useFakeTimers()
  storage = stubTextStorage()
  unsubscribe = subscribeToDrafts(() => queueMicrotask(sendReady))
  drafts = createDraftSender({
    account: 'rosa',
    changeJob: (({ cause: text, over }: { cause: string; over: { cause: string } }) => {
      calls.push({ text, over: over.cause })
      return new Promise<void>((resolve, reject) => {
        sending = { resolve, reject }
      })
    }) as never,
    fetchTicket: async () => ({ jobs: [{ jobNumber: 1, cause, correction: '' }] as never }),
  })
})
afterEach(() => {
  for (const { close } of tabs) close()
  unsubscribe()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Tab = ReturnType<typeof createAutosave> & {
  readonly shown: () => AutosaveView
  readonly close: () => void
  readonly open: () => void
}

function createTab(): Tab {
  const autosave = createAutosave({ draftKey: KEY, job: '1. Roof', value: cause })
  let shown: AutosaveView = autosave.view()
  let close = (): void => {}
  const open = (): void => {
    close = autosave.mount(view => {
      shown = view
    })
  }
  const tab = { ...autosave, open, close: () => close(), shown: () => shown }
  tabs.push(tab)
  return tab
}

function openTab() {
  const tab = createTab()
  tab.open()
  return tab
}

/** The page ends, and can store nothing more. */
function killTab({ close }: Tab): void {
  const json = getDraftJson(KEY)
  close()
  storage.set(KEY, json)
}

function sendReady(): void {
  if (sending === null)
    for (const queue of drafts.queues()) drafts.send(queue, new AbortController().signal).catch(() => {})
}

/** The outbox tries again, or for the first time in another tab. */
async function send(): Promise<void> {
  sendReady()
  await vi.advanceTimersByTimeAsync(0)
}

const pass = async (milliseconds: number): Promise<void> =>
  void (await vi.advanceTimersByTimeAsync(milliseconds))

async function end(how: (request: NonNullable<typeof sending>) => void): Promise<void> {
  const request = sending
  sending = null
  if (request !== null) how(request)
  await vi.advanceTimersByTimeAsync(0)
}

const refuse = (message: string, code = 'ticket.transitioned') =>
  end(({ reject }) =>
    reject(new ORPCError('REFUSED', { status: 409, message, data: { obstacles: [{ code, message }] } })),
  )
const lose = () => end(({ reject }) => reject(new TypeError('Failed to fetch')))

/** The server answers what was sent last. */
async function answer(): Promise<void> {
  const { text, over } = calls.at(-1) ?? { text: '', over: '' }
  if (cause.trim() !== over.trim()) return refuse('Someone else edited this text.', 'job.reworded')
  cause = text
  await end(({ resolve }) => resolve())
}

/** The server's text arrives in all tabs. */
function publish(): void {
  if (published === cause) return
  published = cause
  for (const tab of tabs) tab.onValue(cause, '1. Roof')
}

/** Time passes, in which everything arrives and is answered. */
async function settle(milliseconds = 10_000): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 200) {
    await pass(200)
    await send()
    while (sending !== null) await answer()
    publish()
  }
}

const texts = () => tabs.map(({ shown }) => shown().text)
const states = () => tabs.map(({ shown }) => shown().state)
const problems = () => tabs.map(({ shown }) => shown().problem)
const conflicts = () => tabs.map(({ shown }) => shown().conflict)
const stored = (text: string, more: object = {}) => ({
  ...{ job: '1. Roof', base: '', sent: null, text, readyAt: 0 },
  ...more,
})

test('a text is shown in the other tab, sent after a pause, and then saved', async () => {
  const [first] = [openTab(), openTab()]
  first.onChange('Seam open')
  expect([texts(), states()]).toEqual([
    ['Seam open', 'Seam open'],
    ['typing', 'typing'],
  ])
  await pass(SAVE_DELAY_MS - 1)
  expect(calls).toEqual([])
  await pass(1)
  expect(calls).toEqual([{ text: 'Seam open', over: '' }])
  expect(states()).toEqual(['saving', 'saving'])
  await settle()
  expect([cause, getDraft(KEY), calls.length]).toEqual(['Seam open', null, 1])
  expect([states(), conflicts()]).toEqual([
    ['saved', 'saved'],
    [null, null],
  ])
})

test('a field that is left is sent at once', async () => {
  const tab = openTab()
  tab.onChange('Seam open')
  tab.onBlur()
  await send()
  expect(calls).toEqual([{ text: 'Seam open', over: '' }])
})

test('what is undone before it was sent is not sent', async () => {
  cause = 'Seam'
  published = cause
  const tab = openTab()
  tab.onChange('Seam open')
  tab.onChange('Seam')
  expect([getDraft(KEY), tab.shown().state]).toEqual([null, 'idle'])
  await settle()
  expect(calls).toEqual([])
})

test('what was typed while an older text was refused is sent', async () => {
  const tab = openTab()
  tab.onChange('far too long')
  await pass(SAVE_DELAY_MS)
  tab.onChange('Seam open')
  await refuse('Use at most 4,000 characters.')
  await settle()
  expect([cause, tab.shown().problem]).toEqual(['Seam open', null])
})

test('text whose answer was lost waits, and is saved once the server says that it has it', async () => {
  const tab = openTab()
  tab.onChange('Gasket')
  await pass(SAVE_DELAY_MS)
  cause = 'Gasket'
  await lose()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([tab.shown().state, drafts.count()]).toEqual(['waiting', 1])
  publish()
  expect(tab.shown().conflict).toBeNull()
  await settle()
  expect([tab.shown().state, tab.shown().conflict, getDraft(KEY)]).toEqual(['saved', null, null])
})

test('text typed over one that was saved, whose answer was lost, is saved', async () => {
  const tab = openTab()
  tab.onChange('Gasket')
  await pass(SAVE_DELAY_MS)
  await answer()
  tab.onChange('Gasket, new')
  await pass(SAVE_DELAY_MS)
  cause = 'Gasket, new'
  await lose()
  tab.onValue('Gasket, new', '1. Roof')
  await settle()
  expect([tab.shown().state, tab.shown().text, getDraft(KEY)]).toEqual(['saved', 'Gasket, new', null])
})

test('a text that was saved stays until the server’s next one arrives, and another person’s replaces it', async () => {
  const tab = openTab()
  tab.onChange('Seam open')
  await pass(SAVE_DELAY_MS)
  await answer()
  expect(tab.shown()).toMatchObject({ text: 'Seam open', state: 'saved' })
  tab.onChange('Seam open at the ladder')
  await pass(SAVE_DELAY_MS)
  tab.onValue('Seam open, says Dana', '1. Roof')
  expect(tab.shown().text).toBe('Seam open at the ladder')
  await answer()
  expect(tab.shown()).toMatchObject({
    text: 'Seam open, says Dana',
    conflict: { text: 'Seam open at the ladder', how: 'was-replaced' },
  })
})

test('what was typed in a tab that was closed or suspended is sent', async () => {
  const tab = openTab()
  tab.onChange('Seam open')
  tab.close()
  await send()
  expect(calls).toEqual([{ text: 'Seam open', over: '' }])
  await answer()
  saveDraft(KEY, stored('Seam open, resealed', { base: 'Seam open', readyAt: Date.now() + SAVE_DELAY_MS }))
  await pass(SAVE_DELAY_MS)
  await send()
  expect(calls.at(-1)).toEqual({ text: 'Seam open, resealed', over: 'Seam open' })
})

test('of what is typed in two tabs the last one is shown and saved', async () => {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam')
  second.onChange('Vent')
  await settle()
  expect([cause, texts(), calls.length]).toEqual(['Vent', ['Vent', 'Vent'], 1])
})

/** What was typed in the first tab is being sent, when the second one is typed in. */
async function openSendingTab() {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam')
  await pass(SAVE_DELAY_MS)
  second.onChange('Seam open')
  return [first, second] as const
}

test('what is typed in another tab while an answer is late is sent over what was saved', async () => {
  await openSendingTab()
  expect(texts()).toEqual(['Seam open', 'Seam open'])
  await pass(SAVE_DELAY_MS)
  await settle()
  expect(calls).toEqual([
    { text: 'Seam', over: '' },
    { text: 'Seam open', over: 'Seam' },
  ])
  expect([cause, texts(), conflicts()]).toEqual(['Seam open', ['Seam open', 'Seam open'], [null, null]])
})

test('what is typed while an answer is late, after another tab has stored, is saved also if it is lost', async () => {
  const [first] = await openSendingTab()
  first.onChange('Seam open, resealed')
  cause = 'Seam'
  await lose()
  await settle()
  expect([cause, getDraft(KEY)]).toEqual(['Seam open, resealed', null])
  expect([texts(), conflicts()]).toEqual([
    ['Seam open, resealed', 'Seam open, resealed'],
    [null, null],
  ])
})

test('typed before it was seen what another tab has sent, a text is saved over that', async () => {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam')
  storage.set(KEY, JSON.stringify(stored('Seam', { sent: 'Seam', readyAt: Date.now() })))
  second.onChange('Seam open')
  expect(getDraft(KEY)).toMatchObject({ base: '', sent: 'Seam', text: 'Seam open' })
  cause = 'Seam'
  publish()
  await settle()
  expect(calls.at(-1)).toEqual({ text: 'Seam open', over: 'Seam' })
  expect([cause, conflicts()]).toEqual(['Seam open', [null, null]])
})

test.each([
  ['deletes', null],
  ['stores', stored('Seam', { sent: 'Seam' })],
])(
  'what was just typed stays when another tab, which does not have it yet, %s an older text',
  async (_, other) => {
    const tab = openTab()
    tab.onChange('Seam')
    await pass(SAVE_DELAY_MS)
    tab.onChange('Seam open')
    cause = 'Seam'
    storage.set(KEY, other && JSON.stringify(other))
    storage.notify(KEY)
    expect([tab.shown().text, getDraft(KEY)?.text]).toEqual(['Seam open', 'Seam open'])
    sending = null
    await settle()
    expect([cause, tab.shown().text, tab.shown().conflict]).toEqual(['Seam open', 'Seam open', null])
  },
)

test('text for which there was no room stays and is saved, whatever another tab stores or deletes', async () => {
  const tab = openTab()
  tab.onChange('Seam')
  storage.isFull = true
  tab.onChange('Seam open')
  expect(tab.shown().problem).toContain('no room')
  for (const other of [null, JSON.stringify(stored('Seam, vent'))]) {
    storage.set(KEY, other)
    storage.notify(KEY)
    expect(tab.shown().text).toBe('Seam open')
  }
  await pass(SAVE_DELAY_MS)
  expect(calls.at(-1)).toEqual({ text: 'Seam open', over: '' })
  await answer()
  expect([tab.shown().state, tab.shown().problem]).toEqual(['saved', null])
})

test('a refused text is sent once, and both tabs say why until it is typed on', async () => {
  const [first] = [openTab(), openTab()]
  first.onChange('Seam open')
  for (let minute = 0; minute < 10; minute++) {
    await pass(MINUTE_MS)
    await refuse(COMPLETED)
    first.onBlur()
  }
  expect([calls.length, states(), problems()]).toEqual([1, ['failed', 'failed'], [COMPLETED, COMPLETED]])
  first.onChange('Seam open, resealed')
  expect(problems()).toEqual([null, null])
  await settle()
  expect([cause, getDraft(KEY)]).toEqual(['Seam open, resealed', null])
})

test('a field shows what another tab has stored since it was read, and what it was typed over counts', async () => {
  const tab = createTab()
  saveDraft(KEY, stored('Seam open', { sent: 'Seam' }))
  tab.open()
  expect(tab.shown().text).toBe('Seam open')
  await send()
  expect(calls).toEqual([{ text: 'Seam', over: '' }])
})

test.each([undefined, { message: COMPLETED, code: 'REFUSED', at: 0, handOverKey: crypto.randomUUID() }])(
  'a field that is opened with stored text has it sent, also if it was refused: %j',
  async refused => {
    saveDraft(KEY, stored('Seam open', refused && { refused }))
    const tab = openTab()
    await settle()
    expect([calls, tab.shown().state]).toEqual([[{ text: 'Seam open', over: '' }], 'saved'])
  },
)

test.each([
  ['what it was typed over', 'Vent', null, 'Vent', true],
  ['what it was typed over, but for a space', 'Vent', null, 'Vent\n', true],
  ['what was sent and never answered', '', 'Seam', 'Seam', true],
  ['another person’s', 'Vent', 'Seam', 'Seam open', false],
  ['an emptied field', 'Vent', null, '', false],
])('text that waited, when the server has %s', async (_, base, sent, there, isSaved) => {
  saveDraft(KEY, stored('Vent lid', { base, sent }))
  cause = there
  published = cause
  const tab = openTab()
  await settle()
  expect([cause, tab.shown().conflict]).toEqual(
    isSaved ? ['Vent lid', null] : [there, { text: there, how: 'waits' }],
  )
})

test('text that waited does not replace another person’s before its author has chosen', async () => {
  saveDraft(KEY, stored('Seam open'))
  cause = 'Vent cracked'
  const tab = openTab()
  await settle()
  expect([cause, tab.shown().state]).toEqual(['Vent cracked', 'failed'])
  expect(tab.shown().conflict).toEqual({ text: 'Vent cracked', how: 'waits' })
  tab.onChange('Seam open, resealed')
  tab.onBlur()
  await settle()
  expect([cause, tab.shown().conflict?.how]).toEqual(['Vent cracked', 'waits'])
  tab.choose('Vent cracked\nSeam open')
  await settle()
  expect([cause, conflicts(), getDraft(KEY)]).toEqual(['Vent cracked\nSeam open', [null], null])
})

test('what two people type at the same moment: the last save wins, and its author sees what it replaced', async () => {
  const tab = openTab()
  tab.onChange('Seam open')
  await pass(SAVE_DELAY_MS)
  cause = 'Vent cracked'
  await answer()
  expect(tab.shown().conflict).toBeNull()
  publish()
  expect(tab.shown().conflict).toEqual({ text: 'Vent cracked', how: 'replaced' })
  await settle()
  expect([cause, tab.shown().text, getDraft(KEY)]).toEqual(['Seam open', 'Seam open', null])
  expect(tab.shown().conflict).toEqual({ text: 'Vent cracked', how: 'replaced' })
  tab.choose('Vent cracked')
  await settle()
  expect([cause, tab.shown().text, conflicts()]).toEqual(['Vent cracked', 'Vent cracked', [null]])
})

test('text of which the server says late that another person’s is there asks its author', async () => {
  const tab = openTab()
  tab.onChange('Seam open')
  await pass(SAVE_DELAY_MS)
  cause = 'Vent cracked'
  await pass(SAME_MOMENT_MS + 1)
  await answer()
  publish()
  expect(tab.shown().conflict).toEqual({ text: 'Vent cracked', how: 'waits' })
  await settle()
  expect(cause).toBe('Vent cracked')
})

test.each(['before', 'after'])(
  'text that would replace another’s asks when the page was closed %s it was sent, which nobody saw',
  async moment => {
    const tab = openTab()
    tab.onChange('Seam open')
    cause = 'Vent cracked'
    publish()
    expect(tab.shown().conflict).toEqual({ text: 'Vent cracked', how: 'replaced' })
    if (moment === 'after') {
      await pass(SAVE_DELAY_MS)
      expect(calls).toEqual([{ text: 'Seam open', over: 'Vent cracked' }])
      await lose()
    }
    killTab(tab)
    const next = openTab()
    await settle()
    expect(cause).toBe('Vent cracked')
    expect(next.shown().conflict).toEqual({ text: 'Vent cracked', how: 'waits' })
  },
)

test('a conflict that comes and goes leaves a refused text its reason, and sends it no more', async () => {
  const tab = openTab()
  tab.onChange('Seam open')
  await pass(SAVE_DELAY_MS)
  await refuse(COMPLETED)
  for (const value of ['Vent cracked', '']) tab.onValue(value, '1. Roof')
  await pass(MINUTE_MS)
  expect(tab.shown()).toMatchObject({ state: 'failed', conflict: null, problem: COMPLETED })
  expect(calls).toHaveLength(1)
})

test('a text that waited says that it is not saved until the text in its way is gone and it is sent', async () => {
  saveDraft(KEY, stored('Seam open'))
  cause = 'Vent cracked'
  const tab = openTab()
  await settle()
  expect([tab.shown().state, tab.shown().conflict?.how]).toEqual(['failed', 'waits'])
  cause = ''
  publish()
  expect(tab.shown().conflict).toBeNull()
  await settle()
  expect([cause, tab.shown().state]).toEqual(['Seam open', 'saved'])
})

test.each(['a lost connection', 'another person’s text'])(
  'a refusal’s reason goes with the next answer: %s',
  async how => {
    const tab = openTab()
    tab.onChange('Seam open')
    await pass(SAVE_DELAY_MS)
    await refuse(COMPLETED)
    tab.close()
    tab.open()
    await send()
    if (how === 'a lost connection') await lose()
    else await refuse('Someone else edited this text.', 'job.reworded')
    expect(tab.shown().problem).toBeNull()
  },
)
