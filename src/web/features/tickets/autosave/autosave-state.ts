// What one field with autosave is in, as a reducer: `createAutosave` does what it says. The rules are docs/adr/022.

import type { AppError } from '#web/api/client.ts'
import { isOwnText, isSame, type TextDraft } from '#web/bay/outbox/text-drafts.ts'

const SAVE_DELAY_MS = 800
const RETRY_DELAY_MS = 4000
/** Another tab that has not stored the text for so long was closed or suspended. */
const MAX_SILENCE_MS = 60_000
/** Until then the server's text has arrived here as well. */
const SAVED_ELSEWHERE_DELAY_MS = 2000
/** A slower response means the author was offline, and could not see others typing. */
const MAX_ONLINE_RESPONSE_MS = 5000

/** Text that conflicts with the field's. */
export type Conflict = {
  readonly text: string
  /**
   * `waits`: someone else wrote it meanwhile, and the field's text is not sent. `replaced`: the field's text, typed
   * at the same time, replaced it. `was-replaced`: it is the user's own, and was replaced by the field's text.
   */
  readonly how: 'waits' | 'replaced' | 'was-replaced'
}

type Phase =
  /** The server has the text. */
  | { readonly kind: 'clean'; readonly isSaved: boolean }
  | { readonly kind: 'typing' }
  | { readonly kind: 'sending' }
  /** For a connection. */
  | { readonly kind: 'waiting' }
  /** `conflict` or `refused` says why, if its author has to do something. */
  | { readonly kind: 'failed' }

export type AutosaveState = Pick<TextDraft, 'base' | 'sent' | 'text'> & {
  readonly phase: Phase
  /** The server's text. */
  readonly value: string
  /** The last text saved from here; what was before it may still arrive once. */
  readonly lastSaved: string | null
  readonly before: string | null
  /** What the text was typed over, if it replaces another person's since; it is stored so until that is saved. */
  readonly typedOver: string | null
  readonly conflict: Conflict | null
  /** The last text that was refused here, until it is changed or saved; `problem` is null if it can be sent again. */
  readonly refused: { readonly text: string | null; readonly problem: string | null } | null
  /** Until then another tab, which has stored the text, saves it; as `performance.now()`. */
  readonly followsUntil: number
  /** Whether the text has waited for long. */
  readonly hasWaited: boolean
  /** Not answered; `isOutdated`: another tab has stored or settled the text since, and the answer says nothing of it. */
  readonly request: { readonly sentAt: number; readonly isOutdated: boolean } | null
}

/** `now` as `performance.now()`; `draft` as it is stored, by another tab. */
export type AutosaveEvent =
  | { readonly type: 'changed' | 'chosen'; readonly text: string }
  | { readonly type: 'value'; readonly value: string }
  /** What is typed or chosen here counts, over what the text in another tab was typed over. */
  | { readonly type: 'taken-over'; readonly draft: TextDraft | null }
  /** Another tab has stored the text, which is shown here and saved there; or it is settled. */
  | { readonly type: 'followed'; readonly draft: TextDraft | null; readonly now: number }
  | { readonly type: 'outdated' | 'compare' | 'done' }
  | { readonly type: 'save'; readonly now: number }
  | { readonly type: 'failed'; readonly error: AppError; readonly now: number }

export type AutosaveEffect =
  | { readonly type: 'store' }
  | { readonly type: 'send'; readonly text: string; readonly over: string }
  | { readonly type: 'timer'; readonly event: 'save' | 'compare'; readonly delayMs: number }
  | { readonly type: 'notify'; readonly message: string; readonly requestId: string }

type Step = readonly [AutosaveState, ...AutosaveEffect[]]

const STORE: AutosaveEffect = { type: 'store' }
const TYPING: Phase = { kind: 'typing' }
const SAVED: Phase = { kind: 'clean', isSaved: true }
const NOT_SAVED: Phase = { kind: 'clean', isSaved: false }
const FAILED: Phase = { kind: 'failed' }
const SETTLED = { conflict: null, refused: null, typedOver: null }
const saveIn = (delayMs: number): AutosaveEffect => ({ type: 'timer', event: 'save', delayMs })
const COMPARE_SOON: AutosaveEffect = { type: 'timer', event: 'compare', delayMs: SAVED_ELSEWHERE_DELAY_MS }

/** Whether nothing is left to be saved. */
export const isSettled = ({ sent, text, base }: AutosaveState): boolean => sent === null && isSame(text, base)

export function initialState(value: string, draft: TextDraft | null): AutosaveState {
  const { text, base, sent } = draft ?? { text: value, base: value, sent: null }
  return {
    phase: NOT_SAVED,
    value,
    text,
    base,
    sent,
    lastSaved: null,
    before: null,
    ...SETTLED,
    followsUntil: 0,
    hasWaited: draft !== null,
    request: null,
  }
}

const outdated = ({ request }: AutosaveState): AutosaveState['request'] =>
  request && { ...request, isOutdated: true }

/** Compares the server's text with the field's. */
function compare(state: AutosaveState): Step {
  const { value, before } = state
  if (state.request !== null || (before !== null && isSame(before, value))) return [state]
  // It has arrived, and its answer was lost.
  const hasArrived = state.sent !== null && isSame(state.sent, value)
  const now: AutosaveState = { ...state, before: null, ...(hasArrived && { base: value, sent: null }) }
  // Text that waited says so until now.
  if (isSame(now.text, value) && (!isSettled(now) || now.hasWaited))
    return [{ ...now, base: value, sent: null, hasWaited: false, ...SETTLED, phase: SAVED }, STORE]
  if (isSettled(now)) return takeServerText(now)
  if (isSame(now.base, value)) {
    if (now.conflict?.how !== 'waits') return [now, saveIn(SAVE_DELAY_MS)]
    const over: AutosaveState = { ...now, phase: FAILED, conflict: null }
    return now.refused?.problem ? [over] : [over, saveIn(SAVE_DELAY_MS)]
  }
  if (now.hasWaited) return [{ ...now, phase: FAILED, conflict: { text: value, how: 'waits' } }]
  // Two people type at the same time: the last save wins, and its author sees what it replaced.
  const conflict: Conflict | null = now.text.includes(value.trim())
    ? now.conflict
    : { text: value, how: 'replaced' }
  const typedOver = now.typedOver ?? now.base
  return [{ ...now, base: value, typedOver, conflict }, STORE, saveIn(SAVE_DELAY_MS)]
}

/** Nothing was typed here since, so the other person's text is shown. */
function takeServerText(state: AutosaveState): Step {
  const { value, text, lastSaved } = state
  if (isSame(text, value)) return [{ ...state, base: value }]
  const isOwn = lastSaved !== null && isSame(lastSaved, text) && !value.includes(text.trim())
  const conflict: Conflict | null = isOwn ? { text, how: 'was-replaced' } : null
  return [
    { ...state, base: value, text: value, lastSaved: null, ...SETTLED, phase: NOT_SAVED, conflict },
    STORE,
  ]
}

function save(state: AutosaveState, now: number): Step {
  if (state.request !== null || isSettled(state)) return [state]
  if (state.hasWaited && !isOwnText(state, state.value)) return compare(state)
  // What may have arrived is sent again unchanged, until there is a response.
  const sent = state.sent ?? state.text
  const request = { sentAt: now, isOutdated: false }
  const sending: AutosaveState = { ...state, phase: { kind: 'sending' }, sent, request }
  return [sending, STORE, { type: 'send', text: sent, over: state.base }]
}

function follow(state: AutosaveState, draft: TextDraft | null, now: number): Step {
  const { text, base, sent } = draft ?? { text: state.text, base: state.text, sent: null }
  const saved = { before: null, lastSaved: null, followsUntil: 0 }
  const next = { ...state, base, sent, ...saved, hasWaited: draft !== null, request: outdated(state) }
  // Its reason stays, and it is not sent again by itself.
  if (draft !== null && text === state.text && text === state.refused?.text) return [next]
  if (draft === null) return [{ ...next, ...SETTLED, phase: NOT_SAVED }, COMPARE_SOON]
  const followsUntil = now + MAX_SILENCE_MS
  return [{ ...next, ...SETTLED, text, phase: TYPING, followsUntil }, saveIn(MAX_SILENCE_MS)]
}

const storeFirst = ([state, ...effects]: Step): Step => [state, STORE, ...effects]

function takeAnswer(state: AutosaveState): Step {
  const { sent, base, value } = state
  if (state.request?.isOutdated) return [{ ...state, request: null }, COMPARE_SOON]
  if (sent === null) return [state]
  const saved = { before: base, base: sent, lastSaved: sent, sent: null, hasWaited: false, typedOver: null }
  const next: AutosaveState = { ...state, ...saved, refused: null, request: null, phase: SAVED }
  if (!isSame(value, base) && !isSame(value, sent)) return storeFirst(compare(next))
  return isSame(next.text, sent) ? [next, STORE] : [next, STORE, saveIn(0)]
}

function takeError(state: AutosaveState, { code, message, reason, requestId }: AppError, now: number): Step {
  const { request, value, sent } = state
  if (request?.isOutdated) return [{ ...state, request: null }, COMPARE_SOON]
  const next: AutosaveState = { ...state, request: null }
  if (code === 'OFFLINE') {
    const waiting: AutosaveState = { ...next, phase: { kind: 'waiting' }, hasWaited: true, refused: null }
    return isOwnText(waiting, value) ? [waiting, saveIn(RETRY_DELAY_MS)] : compare(waiting)
  }
  const failed: AutosaveState = { ...next, sent: null, phase: FAILED }
  const refuse = (problem: string | null): AutosaveState => ({ ...failed, refused: { text: sent, problem } })
  if (reason === 'job.reworded') {
    const isLate = now - (request?.sentAt ?? now) > MAX_ONLINE_RESPONSE_MS
    const reworded: AutosaveState = { ...failed, hasWaited: state.hasWaited || isLate, refused: null }
    // If it is not here yet, it will arrive.
    return isSame(value, reworded.base) ? [reworded, STORE] : storeFirst(compare(reworded))
  }
  // What was typed since is sent.
  if (sent !== null && !isSame(state.text, sent)) return [refuse(null), STORE, saveIn(0)]
  if (requestId === undefined) return [refuse(message), STORE]
  return [refuse(null), STORE, { type: 'notify', message, requestId }]
}

/** The state after `event`, and what is to be done then, in order. */
export function reduceAutosave(state: AutosaveState, event: AutosaveEvent): Step {
  switch (event.type) {
    case 'changed':
      return [{ ...state, text: event.text, phase: TYPING, refused: null }, STORE, saveIn(SAVE_DELAY_MS)]
    case 'chosen': {
      // The user has seen both.
      const over = state.request === null && { base: state.value, sent: null, hasWaited: false, before: null }
      return [{ ...state, ...over, ...SETTLED, text: event.text, phase: NOT_SAVED }, STORE]
    }
    case 'value':
      return compare({ ...state, value: event.value })
    case 'taken-over': {
      if (event.draft === null) return [{ ...state, followsUntil: 0 }]
      const { base, sent } = event.draft
      const taken = { base, sent, typedOver: null, before: null, followsUntil: 0, hasWaited: true }
      return [{ ...state, ...taken, request: outdated(state) }]
    }
    case 'followed':
      return follow(state, event.draft, event.now)
    case 'outdated':
      return [{ ...state, request: outdated(state) }]
    case 'compare':
      return compare(state)
    case 'save':
      return save(state, event.now)
    case 'done':
      return takeAnswer(state)
    case 'failed':
      return takeError(state, event.error, event.now)
  }
}
