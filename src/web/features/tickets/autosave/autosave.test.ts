// Two tabs with one field: each is a state of its own, over the storage that they share.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReasonCode } from '#domain/refusals/refusal.ts'
import { deleteDraft, getDraft, saveDraft } from '#web/bay/outbox/text-drafts.ts'
import { type AutosaveView, createAutosave } from './autosave.ts'

const KEY = 'rosa 412873 1 cause'
const SAVE_DELAY_MS = 800
const MAX_SILENCE_MS = 60_000

let values: Record<string, string>
let isFull: boolean
/** The cause on the server. */
let cause: string
let published: string
let tabs: ReturnType<typeof createTab>[]

beforeEach(() => {
  values = {}
  isFull = false
  cause = ''
  published = ''
  tabs = []
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError')
      values[key] = value
    },
    removeItem: (key: string) => {
      delete values[key]
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function createTab() {
  const calls: { text: string; over: string }[] = []
  let answered = 0
  const autosave = createAutosave({ draftKey: KEY, job: '1. Roof', value: cause }, (text, over) => {
    calls.push({ text, over })
  })
  let shown: AutosaveView = autosave.view()
  const mount = () => {
    autosave.mount(view => {
      shown = view
    })
  }
  const refuse = (message: string, reason: ReasonCode = 'ticket.moved') => {
    answered++
    autosave.onError({ code: 'REFUSED', reason, message, fields: {} })
  }
  return {
    ...autosave,
    calls,
    mount,
    refuse,
    shown: () => shown,
    isSending: () => calls.length > answered,
    lose: () => {
      answered++
      autosave.onError({ code: 'OFFLINE', message: 'No connection.', fields: {} })
    },
    /** The server answers what was sent last. */
    answer: () => {
      const { text, over } = calls.at(-1) ?? { text: '', over: '' }
      if (cause !== over && cause !== text) return refuse('Someone else edited this text.', 'job.reworded')
      answered++
      cause = text
      autosave.onDone()
    },
  }
}

function openTab() {
  const tab = createTab()
  tab.mount()
  tabs.push(tab)
  return tab
}

/** What is stored reaches the other tabs; the one that stored it hears nothing new. */
const passOn = (): void =>
  void window.dispatchEvent(Object.assign(new Event('storage'), { key: `rigwright text-draft ${KEY}` }))

/** The server's text arrives in all tabs. */
const publish = (): void => {
  if (published === cause) return
  published = cause
  for (const tab of tabs) tab.onValue(cause, '1. Roof')
}

/** Time passes, in which everything arrives and is answered. */
function settle(milliseconds = 10_000): void {
  for (let passed = 0; passed < milliseconds; passed += 200) {
    vi.advanceTimersByTime(200)
    passOn()
    for (const tab of tabs) if (tab.isSending()) tab.answer()
    passOn()
    publish()
  }
}

const texts = () => tabs.map(({ shown }) => shown().text)
const conflicts = () => tabs.map(({ shown }) => shown().conflict)

test('the tab in which it was typed saves a text, and the other one shows it', () => {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam open')
  passOn()
  expect(texts()).toEqual(['Seam open', 'Seam open'])
  settle()
  expect([cause, getDraft(KEY), first.calls.length, second.calls.length]).toEqual(['Seam open', null, 1, 0])
  expect(conflicts()).toEqual([null, null])
})

test('what was typed while an older text was refused is sent', () => {
  const tab = openTab()
  tab.onChange('far too long')
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  tab.onChange('Seam open')
  tab.refuse('Use at most 4,000 characters.')
  settle()
  expect([cause, tab.shown().problem]).toEqual(['Seam open', null])
})

test('text whose answer was lost is saved once the server’s value shows it', () => {
  const { onChange, onValue, lose, calls, shown, fieldState } = openTab()
  onChange('Gasket')
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  expect(calls).toHaveLength(1)
  lose()
  expect([shown().state, fieldState()]).toEqual(['waiting', 'waits'])
  onValue('Gasket', '1. Roof')
  expect([shown().state, fieldState(), getDraft(KEY)]).toEqual(['saved', 'saves', null])
  vi.advanceTimersByTime(MAX_SILENCE_MS)
  expect(calls).toHaveLength(1)
})

test('text typed over one that was saved, whose answer was lost, is saved once the value shows it', () => {
  const { onChange, onValue, answer, lose, shown, fieldState } = openTab()
  onChange('Gasket')
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  answer()
  onChange('Gasket, new')
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  lose()
  onValue('Gasket, new', '1. Roof')
  expect([shown().state, fieldState(), getDraft(KEY)]).toEqual(['saved', 'saves', null])
})

test('a text that was saved is what the server has, unless another person’s newer one is here already', () => {
  const tab = openTab()
  tab.onChange('Seam open')
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  expect(tab.onDone()).toBe('Seam open')
  tab.onChange('Seam open at the ladder')
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  tab.onValue('Seam open, says Dana', '1. Roof')
  expect(tab.onDone()).toBeNull()
  expect(tab.shown()).toMatchObject({
    text: 'Seam open, says Dana',
    conflict: { text: 'Seam open at the ladder', how: 'was-replaced' },
  })
})

test('the other tab saves it when nothing was stored for a minute', () => {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam open')
  passOn()
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  passOn()
  expect([first.calls.length, second.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(MAX_SILENCE_MS)
  expect(second.calls).toEqual([{ text: 'Seam open', over: '' }])
})

test('of what two tabs store at the same moment the last one is shown and saved', () => {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam')
  second.onChange('Vent')
  settle()
  expect([cause, texts(), first.calls.length]).toEqual(['Vent', ['Vent', 'Vent'], 0])
})

/** The first tab is sending what was typed there, when the second one is typed in. */
function openSendingTab() {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam')
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  passOn()
  second.onChange('Seam open')
  passOn()
  return [first, second] as const
}

test('a tab that waits for an answer follows another one, and its late answer changes nothing', () => {
  const [first, second] = openSendingTab()
  expect(texts()).toEqual(['Seam open', 'Seam open'])
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  second.answer()
  vi.advanceTimersByTime(0)
  second.answer()
  passOn()
  expect([cause, getDraft(KEY)]).toEqual(['Seam open', null])
  first.lose()
  settle()
  expect(first.calls).toHaveLength(1)
  expect(second.calls).toEqual([
    { text: 'Seam', over: '' },
    { text: 'Seam open', over: 'Seam' },
  ])
  expect([cause, texts(), conflicts()]).toEqual(['Seam open', ['Seam open', 'Seam open'], [null, null]])
})

test('what is typed while an answer is late, after another tab has stored, is saved once it came', () => {
  const [first] = openSendingTab()
  first.onChange('Seam open, resealed')
  passOn()
  first.lose()
  settle()
  expect([cause, getDraft(KEY)]).toEqual(['Seam open, resealed', null])
  expect([texts(), conflicts()]).toEqual([
    ['Seam open, resealed', 'Seam open, resealed'],
    [null, null],
  ])
})

test('typed before it was seen what another tab has sent, a text is saved over that', () => {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam')
  passOn()
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  second.onChange('Seam open')
  expect(getDraft(KEY)).toMatchObject({ base: '', sent: 'Seam', text: 'Seam open' })
  first.answer()
  publish()
  settle()
  expect(second.calls.at(-1)).toEqual({ text: 'Seam open', over: 'Seam' })
  expect([cause, conflicts()]).toEqual(['Seam open', [null, null]])
})

test('text for which there was no room stays and is saved, whatever another tab stores or deletes', () => {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam')
  passOn()
  isFull = true
  first.onChange('Seam open')
  expect(first.shown().problem).toContain('no room')
  deleteDraft(KEY)
  passOn()
  expect(texts()).toEqual(['Seam open', 'Seam'])
  isFull = false
  second.onChange('Seam, vent')
  passOn()
  expect(first.shown().text).toBe('Seam open')
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  expect(first.calls.at(-1)).toEqual({ text: 'Seam open', over: '' })
})

test('a refused text is sent once by each tab, and both say why', () => {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam open')
  passOn()
  for (let minute = 0; minute < 10; minute++) {
    vi.advanceTimersByTime(MAX_SILENCE_MS)
    passOn()
    for (const tab of tabs) if (tab.isSending()) tab.refuse('The ticket is completed.')
    passOn()
  }
  expect([first.calls.length, second.calls.length]).toEqual([1, 1])
  for (const tab of tabs) expect(tab.shown().problem).toBe('The ticket is completed.')
  first.onChange('Seam open, resealed')
  passOn()
  expect(tabs.map(({ shown }) => shown().problem)).toEqual([null, null])
  settle()
  expect([cause, getDraft(KEY)]).toEqual(['Seam open, resealed', null])
})

test('a field shows what another tab has stored since it was read, and what it was typed over counts', () => {
  const tab = createTab()
  saveDraft(KEY, { job: '1. Roof', base: '', sent: 'Seam', text: 'Seam open' })
  tab.mount()
  expect(tab.shown().text).toBe('Seam open')
  expect(tab.calls).toEqual([])
  vi.advanceTimersByTime(MAX_SILENCE_MS)
  expect(tab.calls).toEqual([{ text: 'Seam', over: '' }])
})

test('a field that is opened with stored text saves it at once', () => {
  saveDraft(KEY, { job: '1. Roof', base: '', sent: null, text: 'Seam open' })
  expect(openTab().calls).toEqual([{ text: 'Seam open', over: '' }])
})

test('text that waited is not sent over another person’s before its author has chosen', () => {
  saveDraft(KEY, { job: '1. Roof', base: '', sent: null, text: 'Seam open' })
  cause = 'Vent cracked'
  const tab = openTab()
  settle()
  expect(tab.calls).toEqual([])
  expect(tab.shown().conflict).toEqual({ text: 'Vent cracked', how: 'waits' })
  tab.choose('Vent cracked\nSeam open')
  settle()
  expect([cause, conflicts(), getDraft(KEY)]).toEqual(['Vent cracked\nSeam open', [null], null])
})

test.each(['before', 'after'])(
  'text that would replace another’s asks when the page was closed %s it was sent, which nobody saw',
  moment => {
    const tab = openTab()
    tab.onChange('Seam open')
    cause = 'Vent cracked'
    publish()
    expect(tab.shown().conflict).toEqual({ text: 'Vent cracked', how: 'replaced' })
    if (moment === 'after') {
      vi.advanceTimersByTime(SAVE_DELAY_MS)
      expect(tab.calls).toEqual([{ text: 'Seam open', over: 'Vent cracked' }])
      tab.lose()
    }
    const next = createTab()
    next.mount()
    expect(next.calls).toEqual([])
    expect(next.shown().conflict).toEqual({ text: 'Vent cracked', how: 'waits' })
  },
)

const COMPLETED = 'The ticket is completed.'

test('a conflict that comes and goes leaves a refused text its reason, and sends it no more', () => {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam open')
  passOn()
  for (let minute = 0; minute < 3; minute++) {
    vi.advanceTimersByTime(MAX_SILENCE_MS)
    passOn()
    for (const tab of tabs) if (tab.isSending()) tab.refuse(COMPLETED)
    passOn()
  }
  for (const tab of tabs) tab.onValue('Vent cracked', '1. Roof')
  expect(second.shown()).toMatchObject({
    conflict: { text: 'Vent cracked', how: 'waits' },
    problem: COMPLETED,
  })
  for (const tab of tabs) tab.onValue('', '1. Roof')
  for (const tab of tabs)
    expect(tab.shown()).toMatchObject({ state: 'failed', conflict: null, problem: COMPLETED })
  for (let minute = 0; minute < 3; minute++) {
    vi.advanceTimersByTime(MAX_SILENCE_MS)
    passOn()
  }
  expect([first.calls.length, second.calls.length]).toEqual([1, 1])
})

test('a conflict that comes and goes leaves the tab that sends a text its minute', () => {
  const [first, second] = [openTab(), openTab()]
  first.onChange('Seam open')
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  passOn()
  second.onValue('Vent cracked', '1. Roof')
  expect(second.shown().state).toBe('failed')
  second.onValue('', '1. Roof')
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  expect([first.calls.length, second.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(MAX_SILENCE_MS)
  expect(second.calls).toEqual([{ text: 'Seam open', over: '' }])
})

test('a text that waited says that it is not saved until the text in its way is gone and it is sent', () => {
  saveDraft(KEY, { job: '1. Roof', base: '', sent: null, text: 'Seam open' })
  cause = 'Vent cracked'
  const tab = openTab()
  tab.onValue('', '1. Roof')
  expect([tab.shown().state, tab.shown().conflict]).toEqual(['failed', null])
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  expect([tab.shown().state, tab.calls.length]).toEqual(['saving', 1])
})

test('a refused text asks its author also while it is sent once more', () => {
  const tab = openTab()
  tab.onChange('Seam open')
  vi.advanceTimersByTime(SAVE_DELAY_MS)
  tab.refuse(COMPLETED)
  tab.onBlur()
  expect([tab.shown().state, tab.shown().problem, tab.fieldState()]).toEqual(['saving', COMPLETED, 'asks'])
  tab.answer()
  expect([tab.shown().state, tab.shown().problem, tab.fieldState()]).toEqual(['saved', null, 'saves'])
})

test.each(['a lost connection', 'another person’s text'])(
  'a refusal’s reason goes with the next answer: %s',
  how => {
    const tab = openTab()
    tab.onChange('Seam open')
    vi.advanceTimersByTime(SAVE_DELAY_MS)
    tab.refuse(COMPLETED)
    tab.onBlur()
    if (how === 'a lost connection') tab.lose()
    else tab.refuse('Someone else edited this text.', 'job.reworded')
    expect(tab.shown().problem).toBeNull()
  },
)
