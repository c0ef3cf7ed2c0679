// Autosave: 800 ms after the last key and on leaving the field. Arriving changes never remove typed text. Unsaved
// text survives the page, and replaces another person's text only after its author has seen both (docs/adr/022).

import type { AppError } from '#web/api/client.ts'
import {
  deleteDraft,
  type FieldState,
  getDraft,
  getDraftJson,
  onOtherTabsDraft,
  saveDraft,
  type TextDraft,
} from '#web/bay/outbox/text-drafts.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import type { SaveState } from '#web/ui/feedback/save-indicator.tsx'
import {
  type AutosaveEffect,
  type AutosaveEvent,
  type AutosaveState,
  type Conflict,
  initialState,
  isSettled,
  reduceAutosave,
} from './autosave-state.ts'

const STORAGE_FULL = 'This device has no room to keep this text. Keep this page open until it is saved.'

/** Sends the text, written over `over`; calls `onDone` or `onError` once. */
export type SendText = (text: string, over: string) => void

export type AutosaveInput = {
  /** Identifies the field in this browser. */
  readonly draftKey: string
  /** The job line's name. */
  readonly job: string
  /** The server's value. */
  readonly value: string
}

/** What the field shows. */
export type AutosaveView = {
  readonly text: string
  readonly state: SaveState
  readonly conflict: Conflict | null
  /** Why the text was refused, or cannot be stored. */
  readonly problem: string | null
}

function saveStateOf({ phase }: AutosaveState): SaveState {
  if (phase.kind === 'clean') return phase.isSaved ? 'saved' : 'idle'
  return phase.kind === 'sending' ? 'saving' : phase.kind
}

function viewOf(state: AutosaveState, isUnstored: boolean): AutosaveView {
  const { text, conflict, refused } = state
  const problem = refused?.problem ?? (isUnstored ? STORAGE_FULL : null)
  return { text, state: saveStateOf(state), conflict, problem }
}

function fieldStateOf({ conflict, problem, state }: AutosaveView, { hasWaited }: AutosaveState): FieldState {
  if (conflict?.how === 'waits' || problem !== null) return 'asks'
  return state === 'failed' || hasWaited ? 'waits' : 'saves'
}

/** A field's draft in storage, which other tabs store and delete as well. */
function openDraft(key: string) {
  /** As this field last stored or read it. */
  let knownJson = getDraftJson(key)
  let isUnstored = false
  const isNew = (): boolean => getDraftJson(key) !== knownJson
  const read = (): TextDraft | null => {
    knownJson = getDraftJson(key)
    return getDraft(key)
  }
  return {
    /** There was no room for the text, so no other tab knows it. */
    isUnstored: () => isUnstored,
    /** Whether another tab, or another instance of the field, has stored or deleted it since. */
    isNew,
    isDeleted: () => getDraftJson(key) === null,
    read,
    readNew: () => (isNew() ? read() : null),
    /** Null deletes it. */
    store: (draft: TextDraft | null): void => {
      isUnstored = draft !== null && !saveDraft(key, draft)
      if (draft === null) deleteDraft(key)
      knownJson = getDraftJson(key)
    },
    /** Nothing is left to be stored. */
    settle: (): void => {
      isUnstored = false
    },
  }
}

/** The text of one field in one tab. */
export function createAutosave(input: AutosaveInput, send: SendText) {
  const { draftKey } = input
  let { job } = input
  let state = initialState(input.value, getDraft(draftKey))
  const draft = openDraft(draftKey)
  /** Its last save may be in progress. */
  let isUnmounted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let render = (_: AutosaveView): void => {}

  const view = (): AutosaveView => viewOf(state, draft.isUnstored())
  const dispatch = (event: AutosaveEvent): void => {
    const [next, ...effects] = reduceAutosave(state, event)
    state = next
    render(view())
    for (const effect of effects) run(effect)
  }

  const run = (effect: AutosaveEffect): void => {
    if (effect.type === 'store') storeDraft()
    else if (effect.type === 'send') send(effect.text, effect.over)
    else if (effect.type === 'notify') notify.failure(effect.message, { requestId: effect.requestId })
    else if (effect.event === 'save') start(save, effect.delayMs)
    else if (!isUnmounted) start(compareWithServer, effect.delayMs)
  }

  const start = (task: () => void, delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(task, delayMs)
  }
  const compareWithServer = (): void => dispatch({ type: 'compare' })

  /** Whether another tab, or another instance of the field, has stored the text since; or its author has logged out. */
  const isStoredElsewhere = (): boolean => draft.isNew() && (!draft.isDeleted() || isUnmounted)

  const storeDraft = (): void => {
    const wasUnstored = draft.isUnstored()
    const { sent, text } = state
    const base = state.typedOver ?? state.base
    if (isSettled(state)) draft.settle()
    if (!isStoredElsewhere()) draft.store(isSettled(state) ? null : { job, base, sent, text })
    if (draft.isUnstored() !== wasUnstored) render(view())
  }

  const takeOver = (): void => {
    if (!draft.isUnstored()) dispatch({ type: 'taken-over', draft: draft.readNew() })
  }

  const follow = (): void => {
    if (!draft.isNew() || draft.isUnstored()) return
    if (isUnmounted) return void dispatch({ type: 'outdated' })
    clearTimeout(timer)
    dispatch({ type: 'followed', draft: draft.read(), now: performance.now() })
  }

  const save = (): void => {
    clearTimeout(timer)
    const silence = state.followsUntil - performance.now()
    if (silence > 0) {
      if (!isUnmounted) start(save, silence)
    } else if (isStoredElsewhere() && !draft.isUnstored()) follow()
    else dispatch({ type: 'save', now: performance.now() })
  }

  const change = (type: 'changed' | 'chosen', text: string): void => {
    takeOver()
    dispatch({ type, text })
  }

  /** An answer may be of older text than another tab has stored or settled meanwhile. */
  const takeAnswer = (event: AutosaveEvent): void => {
    if (isStoredElsewhere()) follow()
    dispatch(event)
  }

  /** Calls `onView` with every change of what the field shows; returns how to stop. */
  const mount = (onView: (view: AutosaveView) => void): (() => void) => {
    render = onView
    isUnmounted = false
    const unsubscribe = onOtherTabsDraft(draftKey, follow)
    // An earlier instance of the field or another tab may have stored the text since it was read.
    if (getDraft(draftKey)?.text === state.text) takeOver()
    else follow()
    compareWithServer()
    // Text interrupted by a reload is saved now; before unmounting it is saved as well.
    save()
    return () => {
      unsubscribe()
      isUnmounted = true
      save()
    }
  }

  return {
    view,
    fieldState: () => fieldStateOf(view(), state),
    mount,
    /** The field was saved elsewhere, or refetched. */
    onValue: (value: string, newJob: string): void => {
      job = newJob
      dispatch({ type: 'value', value })
    },
    onChange: (text: string): void => change('changed', text),
    onBlur: save,
    /** Returns the text that the server has now; null if another has replaced it. */
    onDone: (): string | null => {
      const { sent } = state
      takeAnswer({ type: 'done' })
      return state.before === null || state.lastSaved !== sent ? null : sent
    },
    onError: (error: AppError): void => takeAnswer({ type: 'failed', error, now: performance.now() }),
    /** Saves `text`, whatever the current value: the user has seen both. */
    choose: (text: string): void => {
      change('chosen', text)
      save()
    },
  }
}
