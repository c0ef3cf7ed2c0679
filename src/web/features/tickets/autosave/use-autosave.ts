// Autosave: 800 ms after the last key and on leaving the field. Arriving changes never remove typed text. Unsaved
// text survives the page, and replaces another person's text only after its author has seen both.

import { useEffect, useRef, useState } from 'react'
import { EDIT_CONFLICT } from '#domain/refusals/refusal.ts'
import type { AppError } from '#web/api/client.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import type { SaveState } from '#web/ui/feedback/save-indicator.tsx'
import {
  deleteDraft,
  getDraft,
  getDraftJson,
  isOwnText,
  isSame,
  noteField,
  onOtherTabsDraft,
  saveDraft,
} from './text-drafts.ts'

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
type Send = (text: string, over: string) => void

type AutosaveField = {
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

type AutosaveState = {
  text: string
  /** The text that typing started from. */
  base: string
  value: string
  /** Being sent, or without a response. */
  sent: string | null
  /** The text before the last save, which may still arrive once. */
  before: string | null
  /** The last text saved from here. */
  lastSaved: string | null
  /** The draft as this field last stored or read it. */
  stored: string | null
  /** Until then another tab saves the text, unless it stores it again. In milliseconds, as `performance.now()`. */
  followsUntil: number
  /** Whether the text has waited for long. */
  isOffline: boolean
  isBusy: boolean
  /** The field was unmounted; its last save may be in progress. */
  isUnmounted: boolean
  sentAt: number
  timer: number
}

function initialState({ draftKey, value }: AutosaveField): AutosaveState {
  const draft = getDraft(draftKey)
  const { text, base, sent } = draft ?? { text: value, base: value, sent: null }
  const flags = { before: null, lastSaved: null, isOffline: draft !== null }
  const tabs = { stored: getDraftJson(draftKey), followsUntil: 0 }
  return {
    text,
    base,
    sent,
    value,
    ...flags,
    ...tabs,
    isBusy: false,
    isUnmounted: false,
    sentAt: 0,
    timer: 0,
  }
}

export function useAutosave({ draftKey, job, value }: AutosaveField, send: Send) {
  const [live] = useState(() => initialState({ draftKey, job, value }))
  const [text, setText] = useState(live.text)
  const [state, setState] = useState<SaveState>('idle')
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** Why the text was refused, or cannot be stored. */
  const [problem, setProblem] = useState<string | null>(null)
  const latestSend = useRef(send)
  latestSend.current = send

  /** Whether another tab, or another instance of the field, has stored the text since; or its author has logged out. */
  const isStoredElsewhere = (): boolean => {
    const stored = getDraftJson(draftKey)
    return stored !== live.stored && (stored !== null || live.isUnmounted)
  }

  const storeDraft = (): void => {
    const { base, sent, text: typed } = live
    if (isStoredElsewhere()) return
    if (sent === null && isSame(typed, base)) deleteDraft(draftKey)
    else if (!saveDraft(draftKey, { job, base, sent, text: typed })) setProblem(STORAGE_FULL)
    live.stored = getDraftJson(draftKey)
  }

  /** What is typed or chosen here counts, whatever other tabs have stored. */
  const takeOver = (): void => {
    live.stored = getDraftJson(draftKey)
    live.followsUntil = 0
  }

  /** Another tab has stored the text, which is shown here and saved there; or it is settled. */
  const follow = (): void => {
    if (live.isBusy || live.isUnmounted) return
    takeOver()
    const draft = getDraft(draftKey)
    const { text, base, sent } = draft ?? { text: live.text, base: live.text, sent: null }
    Object.assign(live, {
      base,
      sent,
      before: null,
      isOffline: draft !== null,
    } satisfies Partial<AutosaveState>)
    show(text)
    setConflict(null)
    setProblem(null)
    setState(draft === null ? 'idle' : 'typing')
    clearTimeout(live.timer)
    if (draft === null) {
      live.timer = window.setTimeout(compareWithServer, SAVED_ELSEWHERE_DELAY_MS)
      return
    }
    live.followsUntil = performance.now() + MAX_SILENCE_MS
    save()
  }

  /** After an answer: whether another tab has gone on with the text meanwhile. */
  const isTakenOver = (): boolean => {
    if (!isStoredElsewhere()) return false
    live.isBusy = false
    follow()
    return true
  }

  const show = (newText: string): void => {
    live.text = newText
    setText(newText)
  }

  const saveIn = (milliseconds: number): void => {
    clearTimeout(live.timer)
    live.timer = window.setTimeout(save, milliseconds)
  }

  const save = (): void => {
    clearTimeout(live.timer)
    const silence = live.followsUntil - performance.now()
    if (silence > 0) {
      if (!live.isUnmounted) saveIn(silence)
      return
    }
    if (isStoredElsewhere()) follow()
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
    setState('saving')
    latestSend.current(live.sent, live.base)
  }

  /** Compares the server's value with the field's. */
  const compareWithServer = (): void => {
    const { value: serverText } = live
    if (live.isBusy || (live.before !== null && isSame(live.before, serverText))) return
    live.before = null
    if (live.sent !== null && isSame(live.sent, serverText)) {
      live.sent = null
      live.base = serverText
    }
    if (live.sent === null && isSame(live.text, live.base)) takeServerText(serverText)
    else if (isSame(live.text, serverText)) markSaved(serverText)
    else if (isSame(live.base, serverText)) {
      setConflict(now => (now?.how === 'waits' ? null : now))
      saveIn(SAVE_DELAY_MS)
    } else if (live.isOffline) {
      setState('failed')
      setConflict({ text: serverText, how: 'waits' })
    } else replaceServerText(serverText)
  }

  /** Two people type at the same time: the last save wins, and its author sees what it replaced. */
  const replaceServerText = (theirs: string): void => {
    live.base = theirs
    storeDraft()
    if (!live.text.includes(theirs.trim())) setConflict({ text: theirs, how: 'replaced' })
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
    show(theirs)
    storeDraft()
    setState('idle')
    setConflict(isOwn ? { text: previousText, how: 'was-replaced' } : null)
  }

  const markSaved = (theirs: string): void => {
    Object.assign(live, { base: theirs, sent: null, isOffline: false } satisfies Partial<AutosaveState>)
    storeDraft()
    setConflict(null)
    setProblem(null)
    setState('saved')
  }

  const onChange = (typed: string): void => {
    takeOver()
    show(typed)
    setProblem(null)
    storeDraft()
    setState('typing')
    saveIn(SAVE_DELAY_MS)
  }

  const onDone = (): void => {
    const { sent, base, value: theirs } = live
    if (sent === null || isTakenOver()) return
    Object.assign(live, {
      before: base,
      base: sent,
      lastSaved: sent,
      sent: null,
      isOffline: false,
      isBusy: false,
    } satisfies Partial<AutosaveState>)
    storeDraft()
    setProblem(null)
    setState('saved')
    if (isSame(theirs, base) || isSame(theirs, sent)) {
      if (!isSame(live.text, sent)) saveIn(0)
    } else compareWithServer()
  }

  const onError = ({ code, message, requestId }: AppError): void => {
    if (isTakenOver()) return
    live.isBusy = false
    setState('failed')
    if (code === 'OFFLINE') {
      live.isOffline = true
      if (isOwnText(live, live.value)) saveIn(RETRY_DELAY_MS)
      else compareWithServer()
      return
    }
    live.sent = null
    storeDraft()
    if (message !== EDIT_CONFLICT) {
      if (requestId === undefined) setProblem(message)
      else notify.failure(message, { requestId })
      return
    }
    if (performance.now() - live.sentAt > MAX_ONLINE_RESPONSE_MS) live.isOffline = true
    // If it is not here yet, it will arrive.
    if (!isSame(live.value, live.base)) compareWithServer()
  }

  /** Saves `chosen`, whatever the current value: the user has seen both. */
  const choose = (chosen: string): void => {
    takeOver()
    if (!live.isBusy)
      Object.assign(live, {
        base: live.value,
        sent: null,
        isOffline: false,
        before: null,
      } satisfies Partial<AutosaveState>)
    show(chosen)
    storeDraft()
    setConflict(null)
    setState('idle')
    save()
  }

  const latestCompare = useRef(compareWithServer)
  latestCompare.current = compareWithServer
  // The field was saved elsewhere, or refetched.
  useEffect(() => {
    live.value = value
    latestCompare.current()
  }, [live, value])

  const latestFollow = useRef(follow)
  latestFollow.current = follow
  useEffect(() => onOtherTabsDraft(draftKey, () => latestFollow.current()), [draftKey])

  const latestSave = useRef(save)
  latestSave.current = save
  useEffect(() => {
    live.isUnmounted = false
    // What an earlier instance of the field has stored since is the same text.
    live.stored = getDraftJson(draftKey)
    // Text interrupted by a reload is saved now; before unmounting it is saved as well.
    latestSave.current()
    return () => {
      live.isUnmounted = true
      latestSave.current()
    }
  }, [live, draftKey])

  const isAsking = conflict?.how === 'waits' || problem !== null
  const fieldState = isAsking ? 'asks' : state === 'failed' || live.isOffline ? 'waits' : 'saves'
  useEffect(() => noteField(draftKey, fieldState), [draftKey, fieldState])

  return { text, state, conflict, problem, onChange, onBlur: save, onDone, onError, choose }
}
