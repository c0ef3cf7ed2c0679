// Autosave: 800 ms after the last key and on leaving the field. Arriving changes never remove typed text. Unsaved
// text survives the page, and replaces another person's text only after its author has seen both (docs/adr/022).

import type { AppError } from '#web/api/client.ts'
import {
  deleteDraft,
  type FieldState,
  getDraft,
  getDraftJson,
  isOwnText,
  isSame,
  onOtherTabsDraft,
  saveDraft,
} from '#web/bay/outbox/text-drafts.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import type { SaveState } from '#web/ui/feedback/save-indicator.tsx'

const STORAGE_FULL = 'This device has no room to keep this text. Keep this page open until it is saved.'
const SAVE_DELAY_MS = 800
const RETRY_DELAY_MS = 4000
/** Another tab that has not stored the text for so long was closed or suspended. */
const MAX_SILENCE_MS = 60_000
/** Until then the server's text has arrived here as well. */
const SAVED_ELSEWHERE_DELAY_MS = 2000
/** A slower response means the author was offline, and could not see others typing. */
const MAX_ONLINE_RESPONSE_MS = 5000

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

/** Text that conflicts with the field's. */
export type Conflict = {
  readonly text: string
  /**
   * `waits`: someone else wrote it meanwhile, and the field's text is not sent. `replaced`: the field's text, typed
   * at the same time, replaced it. `was-replaced`: it is the user's own, and was replaced by the field's text.
   */
  readonly how: 'waits' | 'replaced' | 'was-replaced'
}

/** What the field shows. */
export type AutosaveView = {
  readonly text: string
  readonly state: SaveState
  readonly conflict: Conflict | null
  /** Why the text was refused, or cannot be stored. */
  readonly problem: string | null
}

type AutosaveState = {
  job: string
  value: string
  text: string
  /** The text that typing started from. */
  base: string
  /** Being sent, or without a response. */
  sent: string | null
  /** The text before the last save, which may still arrive once. */
  before: string | null
  /** The last text saved from here. */
  lastSaved: string | null
  /** The last text that was refused here. */
  refused: string | null
  /** The draft as this field last stored or read it. */
  stored: string | null
  /** There was no room for the text, so no other tab knows it. */
  isUnstored: boolean
  /** Until then another tab saves the text, unless it stores it again. In milliseconds, as `performance.now()`. */
  followsUntil: number
  /** Whether the text has waited for long. */
  isOffline: boolean
  isBusy: boolean
  /** Another tab has stored or settled the text since it was sent from here: the answer says nothing of it. */
  isOutdated: boolean
  /** The field was unmounted; its last save may be in progress. */
  isUnmounted: boolean
  sentAt: number
  timer: ReturnType<typeof setTimeout> | undefined
}

function initialState({ draftKey, job, value }: AutosaveInput): AutosaveState {
  const draft = getDraft(draftKey)
  const { text, base, sent } = draft ?? { text: value, base: value, sent: null }
  return {
    job,
    value,
    text,
    base,
    sent,
    before: null,
    lastSaved: null,
    refused: null,
    stored: getDraftJson(draftKey),
    isUnstored: false,
    followsUntil: 0,
    isOffline: draft !== null,
    isBusy: false,
    isOutdated: false,
    isUnmounted: false,
    sentAt: 0,
    timer: undefined,
  }
}

/** The text of one field in one tab. */
export function createAutosave(input: AutosaveInput, send: SendText) {
  const { draftKey } = input
  const live = initialState(input)
  let view: AutosaveView = { text: live.text, state: 'idle', conflict: null, problem: null }
  let render = (_: AutosaveView): void => {}

  const update = (changes: Partial<AutosaveState>): void => void Object.assign(live, changes)
  const show = (changes: Partial<AutosaveView>): void => {
    view = { ...view, ...changes }
    live.text = view.text
    render(view)
  }

  /** Whether another tab, or another instance of the field, has stored the text since; or its author has logged out. */
  const isStoredElsewhere = (): boolean => {
    const stored = getDraftJson(draftKey)
    return stored !== live.stored && (stored !== null || live.isUnmounted)
  }

  const storeDraft = (): void => {
    const { job, base, sent, text } = live
    const isSettled = sent === null && isSame(text, base)
    if (isSettled) live.isUnstored = false
    if (isStoredElsewhere()) return
    if (isSettled) deleteDraft(draftKey)
    else {
      live.isUnstored = !saveDraft(draftKey, { job, base, sent, text })
      if (live.isUnstored) show({ problem: STORAGE_FULL })
    }
    live.stored = getDraftJson(draftKey)
  }

  /** What is typed or chosen here counts, over what the text in another tab was typed over. */
  const takeOver = (): void => {
    if (live.isUnstored) return
    const stored = getDraftJson(draftKey)
    const draft = stored === live.stored ? null : getDraft(draftKey)
    if (draft !== null)
      update({ base: draft.base, sent: draft.sent, before: null, isOffline: true, isOutdated: live.isBusy })
    update({ stored, followsUntil: 0 })
  }

  /** Another tab may have stored the text, which is shown here and saved there; or it is settled. */
  const follow = (): void => {
    const stored = getDraftJson(draftKey)
    if (stored === live.stored || live.isUnstored) return
    live.isOutdated = live.isBusy
    if (live.isUnmounted) return
    clearTimeout(live.timer)
    const draft = getDraft(draftKey)
    const { text, base, sent } = draft ?? { text: live.text, base: live.text, sent: null }
    update({ base, sent, stored, before: null, lastSaved: null, followsUntil: 0, isOffline: draft !== null })
    // Its reason stays, and it is not sent again by itself.
    if (draft !== null && text === live.refused && text === live.text) return
    live.refused = null
    show({ text, state: draft === null ? 'idle' : 'typing', conflict: null, problem: null })
    if (draft === null) compareSoon()
    else {
      live.followsUntil = performance.now() + MAX_SILENCE_MS
      save()
    }
  }

  /** After an answer: whether it is of older text than another tab has stored or settled meanwhile. */
  const isOutdatedAnswer = (): boolean => {
    if (isStoredElsewhere()) follow()
    if (!live.isOutdated) return false
    update({ isBusy: false, isOutdated: false })
    if (!live.isUnmounted) compareSoon()
    return true
  }

  const saveIn = (milliseconds: number): void => {
    clearTimeout(live.timer)
    live.timer = setTimeout(save, milliseconds)
  }

  const compareSoon = (): void => {
    clearTimeout(live.timer)
    live.timer = setTimeout(compareWithServer, SAVED_ELSEWHERE_DELAY_MS)
  }

  const save = (): void => {
    clearTimeout(live.timer)
    const silence = live.followsUntil - performance.now()
    if (silence > 0) {
      if (!live.isUnmounted) saveIn(silence)
      return
    }
    if (isStoredElsewhere() && !live.isUnstored) follow()
    else sendText()
  }

  const sendText = (): void => {
    if (live.isBusy || (live.sent === null && isSame(live.text, live.base))) return
    if (live.isOffline && !isOwnText(live, live.value)) {
      compareWithServer()
      return
    }
    live.isBusy = true
    // What may have arrived is sent again unchanged, until there is a response.
    live.sent ??= live.text
    live.sentAt = performance.now()
    storeDraft()
    show({ state: 'saving' })
    send(live.sent, live.base)
  }

  /** Compares the server's value with the field's. */
  const compareWithServer = (): void => {
    const { value: serverText } = live
    if (live.isBusy || (live.before !== null && isSame(live.before, serverText))) return
    live.before = null
    // It has arrived, and its answer was lost.
    if (live.sent !== null && isSame(live.sent, serverText)) update({ base: serverText, sent: null })
    const isSettled = live.sent === null && isSame(live.text, live.base)
    // Text that waited says so until now.
    if (isSame(live.text, serverText) && (!isSettled || live.isOffline)) markSaved(serverText)
    else if (isSettled) takeServerText(serverText)
    else if (isSame(live.base, serverText)) {
      if (view.conflict?.how === 'waits') show({ conflict: null })
      saveIn(SAVE_DELAY_MS)
    } else if (live.isOffline) show({ state: 'failed', conflict: { text: serverText, how: 'waits' } })
    else replaceServerText(serverText)
  }

  /** Two people type at the same time: the last save wins, and its author sees what it replaced. */
  const replaceServerText = (theirs: string): void => {
    live.base = theirs
    storeDraft()
    if (!live.text.includes(theirs.trim())) show({ conflict: { text: theirs, how: 'replaced' } })
    saveIn(SAVE_DELAY_MS)
  }

  /** Nothing was typed here since, so the other person's text is shown. */
  const takeServerText = (theirs: string): void => {
    const previousText = live.text
    live.base = theirs
    if (isSame(previousText, theirs)) return
    const isOwn =
      live.lastSaved !== null && isSame(live.lastSaved, previousText) && !theirs.includes(previousText.trim())
    live.lastSaved = null
    show({
      text: theirs,
      state: 'idle',
      conflict: isOwn ? { text: previousText, how: 'was-replaced' } : null,
    })
    storeDraft()
  }

  const markSaved = (theirs: string): void => {
    update({ base: theirs, sent: null, refused: null, isOffline: false })
    storeDraft()
    show({ state: 'saved', conflict: null, problem: null })
  }

  const onChange = (text: string): void => {
    takeOver()
    live.refused = null
    show({ text, state: 'typing', problem: null })
    storeDraft()
    saveIn(SAVE_DELAY_MS)
  }

  /** Returns the text that the server has now; null if another has replaced it. */
  const onDone = (): string | null => {
    if (isOutdatedAnswer() || live.sent === null) return null
    const { sent, base, value: theirs } = live
    update({ before: base, base: sent, lastSaved: sent, sent: null, isOffline: false, isBusy: false })
    show({ state: 'saved', problem: null })
    storeDraft()
    if (!isSame(theirs, base) && !isSame(theirs, sent)) {
      compareWithServer()
      return null
    }
    if (!isSame(live.text, sent)) saveIn(0)
    return sent
  }

  const onError = ({ code, message, reason, requestId }: AppError): void => {
    if (isOutdatedAnswer()) return
    live.isBusy = false
    show({ state: code === 'OFFLINE' ? 'waiting' : 'failed' })
    if (code === 'OFFLINE') {
      live.isOffline = true
      if (isOwnText(live, live.value)) saveIn(RETRY_DELAY_MS)
      else compareWithServer()
      return
    }
    const refused = live.sent
    live.sent = null
    storeDraft()
    if (reason !== 'job.reworded') {
      live.refused = refused
      if (refused !== null && !isSame(live.text, refused)) {
        // What was typed since is sent.
        saveIn(0)
        return
      }
      if (requestId === undefined) show({ problem: message })
      else notify.failure(message, { requestId })
      return
    }
    if (performance.now() - live.sentAt > MAX_ONLINE_RESPONSE_MS) live.isOffline = true
    // If it is not here yet, it will arrive.
    if (!isSame(live.value, live.base)) compareWithServer()
  }

  /** Saves `text`, whatever the current value: the user has seen both. */
  const choose = (text: string): void => {
    takeOver()
    if (!live.isBusy) update({ base: live.value, sent: null, isOffline: false, before: null })
    show({ text, state: 'idle', conflict: null })
    storeDraft()
    save()
  }

  /** The field was saved elsewhere, or refetched. */
  const onValue = (value: string, job: string): void => {
    update({ value, job })
    compareWithServer()
  }

  /** Calls `onView` with every change of what the field shows; returns how to stop. */
  const mount = (onView: (view: AutosaveView) => void): (() => void) => {
    render = onView
    live.isUnmounted = false
    const unsubscribe = onOtherTabsDraft(draftKey, follow)
    // An earlier instance of the field or another tab may have stored the text since it was read.
    if (getDraft(draftKey)?.text === live.text) takeOver()
    else follow()
    compareWithServer()
    // Text interrupted by a reload is saved now; before unmounting it is saved as well.
    save()
    return () => {
      unsubscribe()
      live.isUnmounted = true
      save()
    }
  }

  const fieldState = (): FieldState => {
    if (view.conflict?.how === 'waits' || view.problem !== null) return 'asks'
    return view.state === 'failed' || live.isOffline ? 'waits' : 'saves'
  }

  return { view: () => view, fieldState, mount, onValue, onChange, onBlur: save, onDone, onError, choose }
}
