// Autosave: 800 ms after the last key and on leaving the field the text is ready, and the outbox sends it. Arriving
// changes never remove typed text. Unsaved text survives the page, and replaces another person's text only after its
// author has seen both (docs/adr/022).

import {
  AT_ONCE_MS,
  deleteDraft,
  getDraft,
  getDraftJson,
  isUnstored,
  saveDraft,
  subscribeToDrafts,
  type TextDraft,
} from '#web/bay/outbox/text-drafts.ts'
import type { SaveState } from '#web/ui/feedback/save-indicator.tsx'
import {
  type AutosaveEvent,
  type Conflict,
  conflictOf,
  initialState,
  type Phase,
  phaseOf,
  reduceAutosave,
} from './autosave-state.ts'

const STORAGE_FULL = 'This device has no room to keep this text. Keep this page open until it is saved.'

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

const SAVE_STATES: Readonly<Record<Phase, SaveState>> = {
  clean: 'idle',
  typing: 'typing',
  sending: 'saving',
  waiting: 'waiting',
  conflict: 'failed',
  refused: 'failed',
}

/** The text of one field in one tab. */
export function createAutosave({ draftKey, ...input }: AutosaveInput) {
  let state = initialState(input, getDraft(draftKey))
  /** The draft as this field last stored or read it. */
  let knownJson = getDraftJson(draftKey)
  let isStoring = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let render = (_: AutosaveView): void => {}

  const view = (): AutosaveView => {
    const phase = phaseOf(state)
    const problem = phase === 'refused' ? (state.draft?.refused?.message ?? null) : null
    return {
      text: state.text,
      state: phase === 'clean' && state.isSaved ? 'saved' : SAVE_STATES[phase],
      conflict: conflictOf(state),
      problem: problem ?? (isUnstored(draftKey) ? STORAGE_FULL : null),
    }
  }

  const store = (draft: TextDraft | null): void => {
    isStoring = true
    if (draft === null) deleteDraft(draftKey)
    else saveDraft(draftKey, draft)
    isStoring = false
    knownJson = getDraftJson(draftKey)
  }

  /** What is shown changes with time: typed text becomes ready, and what is not saved then waits. */
  const startTimer = (): void => {
    clearTimeout(timer)
    const phase = phaseOf(state)
    const readyIn = (state.draft?.readyAt ?? 0) - Date.now()
    if (phase === 'typing') timer = setTimeout(() => act({ type: 'ready' }), readyIn)
    else if (phase === 'sending') timer = setTimeout(() => render(view()), readyIn + AT_ONCE_MS)
  }

  const dispatch = (event: AutosaveEvent): void => {
    const stored = event.type === 'stored' ? event.draft : state.draft
    state = reduceAutosave(state, event)
    if (state.draft !== stored) store(state.draft)
    startTimer()
    render(view())
  }

  /** The outbox, another tab or another instance of the field may have stored the text since it was read. */
  const read = (): void => {
    const json = getDraftJson(draftKey)
    if (isStoring || json === knownJson) return
    knownJson = json
    dispatch({ type: 'stored', draft: getDraft(draftKey) })
  }

  const act = (event: AutosaveEvent): void => {
    read()
    dispatch(event)
  }
  const leave = (): void => act({ type: 'left' })

  return {
    view,
    /** Calls `onView` with every change of what the field shows; returns how to stop. */
    mount: (onView: (view: AutosaveView) => void): (() => void) => {
      render = onView
      const unsubscribe = subscribeToDrafts(read)
      act({ type: 'mounted' })
      return () => {
        unsubscribe()
        leave()
        clearTimeout(timer)
        render = () => {}
      }
    },
    /** The field was saved elsewhere, or refetched. */
    onValue: (value: string, job: string): void => act({ type: 'value', value, job }),
    onChange: (text: string): void => act({ type: 'changed', text }),
    onBlur: leave,
    /** Saves `text`, whatever the current value: the user has seen both. */
    choose: (text: string): void => act({ type: 'chosen', text }),
  }
}
