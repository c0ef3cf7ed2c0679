// What one field with autosave is in, from its stored draft and the server's text. The rules are docs/adr/022.

import {
  AT_ONCE_MS,
  isOfThisMoment,
  isReady,
  isSame,
  SAVE_DELAY_MS,
  type TextDraft,
} from '#web/bay/outbox/text-drafts.ts'

/** Text that conflicts with the field's. */
export type Conflict = {
  readonly text: string
  /**
   * `waits`: someone else wrote it meanwhile, and the field's text is not sent. `replaced`: the field's text, typed
   * at the same time, replaced it. `was-replaced`: it is the user's own, and was replaced by the field's text.
   */
  readonly how: 'waits' | 'replaced' | 'was-replaced'
}

export type AutosaveState = {
  /** The job line's name. */
  readonly job: string
  /** The server's text. */
  readonly value: string
  /** As it is stored; null if the server has the text. */
  readonly draft: TextDraft | null
  /** The field's text. */
  readonly text: string
  /** Typing began here: its author sees what others type. */
  readonly isOwn: boolean
  readonly isSaved: boolean
  /** The server's text before one was saved, which may be `value` for a moment. */
  readonly before: string | null
  /** Replaced text, until the user has seen it. */
  readonly notice: Conflict | null
}

/** `stored`: by the outbox or another tab; null if it was sent or discarded. `ready`: after a pause in typing. */
export type AutosaveEvent =
  | { readonly type: 'changed' | 'chosen'; readonly text: string }
  | { readonly type: 'value'; readonly value: string; readonly job: string }
  | { readonly type: 'stored'; readonly draft: TextDraft | null }
  | { readonly type: 'mounted' | 'ready' | 'left' }

export const initialState = (
  { job, value }: Pick<AutosaveState, 'job' | 'value'>,
  draft: TextDraft | null,
): AutosaveState => ({
  job,
  value,
  draft,
  text: draft?.text ?? value,
  isOwn: false,
  isSaved: false,
  before: null,
  notice: null,
})

/** Whether the server refused it because another person has changed the text. */
const isConflict = (draft: TextDraft | null): boolean => draft?.refused?.reason === 'job.reworded'

/** Whether the server's text is another person's: neither what the draft was typed over, nor what was saved before. */
function isOthers({ base }: TextDraft, { value, before }: AutosaveState): boolean {
  return !isSame(base, value) && !(before !== null && isSame(before, value))
}

/** Whether it is, and the draft does not replace it yet. */
const isNewer = (draft: TextDraft, state: AutosaveState): boolean =>
  isOthers(draft, state) && !(draft.over !== undefined && isSame(draft.over, state.value))

/** Whether it is still typed, and was never sent. */
const isUntried = (draft: TextDraft): boolean => !isReady(draft) && draft.sent === null

export type Phase = 'clean' | 'typing' | 'sending' | 'waiting' | 'conflict' | 'refused'

export function phaseOf({ draft }: AutosaveState): Phase {
  if (draft === null) return 'clean'
  if (draft.refused !== undefined) return isConflict(draft) ? 'conflict' : 'refused'
  if (!isReady(draft)) return 'typing'
  return navigator.onLine && Date.now() - draft.readyAt < AT_ONCE_MS ? 'sending' : 'waiting'
}

/** What is shown beside the field's text. */
export const conflictOf = (state: AutosaveState): Conflict | null =>
  state.draft !== null && isConflict(state.draft) && isOthers(state.draft, state)
    ? { text: state.value, how: 'waits' }
    : state.notice

/** Compares the server's text with the field's. */
function compare(state: AutosaveState): AutosaveState {
  const { value, draft, text, before, isSaved, notice } = state
  if (draft === null) {
    if (before !== null && isSame(before, value)) return state
    if (isSame(text, value)) return { ...state, before: null }
    const isLost = isSaved && !value.includes(text.trim())
    return { ...initialState(state, null), notice: isLost ? { text, how: 'was-replaced' } : null }
  }
  // What was sent may have arrived, until there is an answer.
  if (!state.isOwn || draft.sent !== null || !isNewer(draft, state)) return state
  if (!isOfThisMoment(draft) || (draft.refused !== undefined && !isConflict(draft))) return state
  // Two people type at the same time: the last save wins, and its author sees what it replaced.
  const { refused: _, ...waiting } = draft
  const replaced: Conflict | null = text.includes(value.trim()) ? notice : { text: value, how: 'replaced' }
  return { ...state, draft: { ...waiting, over: value }, notice: replaced }
}

/** Sent once more, unless its author has to choose. */
function sendAgain(state: AutosaveState): AutosaveState {
  const { draft, text, value } = state
  if (draft?.refused === undefined) return state
  // The other text is gone, or the same.
  if (isConflict(draft) && isOthers(draft, state) && !isSame(text, value)) return state
  const { refused: _, ...again } = draft
  return { ...state, draft: { ...again, readyAt: Date.now() } }
}

function change(state: AutosaveState, text: string): AutosaveState {
  const { job, draft, text: base } = state
  const readyAt = Date.now() + SAVE_DELAY_MS
  const { refused, ...known } = draft ?? { job, base, sent: null }
  // With a conflict the user still has to choose.
  const changed = { ...known, text, readyAt, ...(refused !== undefined && isConflict(draft) && { refused }) }
  const isUndone =
    isSame(text, known.base) && (draft === null || (isUntried(draft) && draft.over === undefined))
  if (isUndone) return compare({ ...state, draft: null, text })
  return { ...state, draft: changed, text, isOwn: state.isOwn || draft === null, isSaved: false }
}

/** The user has seen both. */
function choose(state: AutosaveState, text: string): AutosaveState {
  const { job, draft, value } = state
  const base = draft === null ? state.text : draft.sent === null ? value : draft.base
  const chosen: TextDraft = { job, base, sent: draft?.sent ?? null, text, readyAt: Date.now() }
  const isSettled = isSame(text, base) && chosen.sent === null
  return { ...state, draft: isSettled ? null : chosen, text, isOwn: true, isSaved: false, notice: null }
}

/** The outbox or another tab has stored or deleted the draft. */
function take(state: AutosaveState, draft: TextDraft | null): AutosaveState {
  const { draft: known, text, value, isOwn } = state
  if (draft === null) {
    if (known === null) return state
    const isTypedOn = known.sent === null ? isUntried(known) : !isSame(known.sent, text)
    // Typed in this tab while another one heard that an older text was saved.
    if (isOwn && isTypedOn)
      return { ...state, draft: { ...known, base: known.sent ?? known.base, sent: null } }
    const isSaved = known.refused === undefined
    const before = isSaved && !isNewer(known, state) ? value : null
    return compare({ ...state, draft: null, isOwn: false, isSaved, before })
  }
  const isMine = draft.text === text
  // An older text was saved, or this one is older: what was typed since stays.
  if (!isMine && isOwn && known !== null && draft.readyAt < known.readyAt)
    return { ...state, draft: { ...draft, text, readyAt: known.readyAt } }
  const isBaseSaved = known !== null && !isSame(known.base, draft.base) && !isNewer(known, state)
  return compare({
    ...state,
    draft,
    text: draft.text,
    isOwn: isOwn && isMine,
    isSaved: false,
    before: isBaseSaved ? value : state.before,
    notice: isMine ? state.notice : null,
  })
}

/** The state after `event`; another draft is to be stored. */
export function reduceAutosave(state: AutosaveState, event: AutosaveEvent): AutosaveState {
  const { draft } = state
  switch (event.type) {
    case 'changed':
      return change(state, event.text)
    case 'chosen':
      return choose(state, event.text)
    case 'value': {
      const compared = compare({ ...state, value: event.value, job: event.job })
      return isConflict(compared.draft) ? sendAgain(compared) : compared
    }
    case 'stored':
      return take(state, event.draft)
    case 'mounted': {
      if (draft === null) return compare(state)
      // What an earlier visit has seen is asked again.
      const { over: _, ...found } = draft
      return sendAgain({ ...state, draft: draft.over === undefined ? draft : found })
    }
    case 'ready':
      // Stored anew, so that the outbox of each tab sees that.
      return { ...state, draft: draft && { ...draft } }
    case 'left':
      return draft !== null && phaseOf(state) === 'typing'
        ? { ...state, draft: { ...draft, readyAt: Date.now() } }
        : state
  }
}
