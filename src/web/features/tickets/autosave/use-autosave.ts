// Text that saves while it is typed: 800 ms after the last key and on leaving the field. What is
// typed here is never taken away by what arrives from elsewhere. What could not be saved outlives the page,
// and is not put over words that somebody else wrote meanwhile before whoever typed it has seen both.

import { useEffect, useRef, useState } from 'react'
import { EDIT_CONFLICT } from '#domain/refusals/refusal.ts'
import type { AppError } from '#web/api/client.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import type { SaveState } from '#web/ui/feedback/save-indicator.tsx'
import { deleteDraft, getDraft, isOwnText, isSame, saveDraft } from './text-drafts.ts'

const SAVE_DELAY_MS = 800
const RETRY_DELAY_MS = 4000
/** An answer that took longer was waited for without a connection: whoever typed had no chance to see others type. */
const MAX_ONLINE_RESPONSE_MS = 5000

/** Sends the text, written over `over`; calls `onDone` or `onError` once. */
type Send = (text: string, over: string) => void

type AutosaveField = {
  /** Names the field within this browser. */
  readonly draftKey: string
  /** The job line as sentences call it. */
  readonly job: string
  /** What the server has. */
  readonly value: string
}

/** Words that met those in the field. */
export type Conflict = {
  readonly text: string
  /**
   * `waits`: somebody wrote them meanwhile, and what is in the field waits. `replaced`: what is in the field,
   * typed at the same time, took their place. `was-replaced`: they are one's own, and were replaced by what is
   * in the field.
   */
  readonly how: 'waits' | 'replaced' | 'was-replaced'
}

type AutosaveState = {
  text: string
  /** What the text was written over. */
  base: string
  value: string
  /** On its way, or never answered. */
  sent: string | null
  /** What stood there before the last save: it may still be heard of once. */
  before: string | null
  /** What was saved from here last. */
  lastSaved: string | null
  /** Whether the text has waited longer than a moment. */
  isOffline: boolean
  isBusy: boolean
  /** The field has left the page; its last save may still be on its way. */
  isUnmounted: boolean
  sentAt: number
  timer: number
}

function initialState({ draftKey, value }: AutosaveField): AutosaveState {
  const draft = getDraft(draftKey)
  const { text, base, sent } = draft ?? { text: value, base: value, sent: null }
  const flags = { before: null, lastSaved: null, isOffline: draft !== null }
  return { text, base, sent, value, ...flags, isBusy: false, isUnmounted: false, sentAt: 0, timer: 0 }
}

export function useAutosave({ draftKey, job, value }: AutosaveField, send: Send) {
  const [live] = useState(() => initialState({ draftKey, job, value }))
  const [text, setText] = useState(live.text)
  const [state, setState] = useState<SaveState>('idle')
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const latestSend = useRef(send)
  latestSend.current = send

  const storeDraft = (): void => {
    const { base, sent, text: typed, isUnmounted } = live
    // Whoever typed it has logged out, or another field at this place has taken it over.
    if (isUnmounted && getDraft(draftKey)?.text !== typed) return
    if (sent === null && isSame(typed, base)) deleteDraft(draftKey)
    else saveDraft(draftKey, { job, base, sent, text: typed })
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
    if (live.isBusy || (live.sent === null && isSame(live.text, live.base))) return
    if (live.isOffline && !isOwnText(live, live.value)) {
      compareWithServer()
      return
    }
    live.isBusy = true
    // What may have arrived is sent again as it was, until there is an answer.
    live.sent ??= live.text
    live.sentAt = performance.now()
    storeDraft()
    setState('saving')
    latestSend.current(live.sent, live.base)
  }

  /** Looks at what the server has now, beside what stands here. */
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

  /** Two people type at the same time: the last one stays, and sees what it took the place of. */
  const replaceServerText = (theirs: string): void => {
    live.base = theirs
    storeDraft()
    if (!live.text.includes(theirs.trim())) setConflict({ text: theirs, how: 'replaced' })
    saveIn(SAVE_DELAY_MS)
  }

  /** Nothing was typed here since: what somebody else saved takes its place. */
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
    setState('saved')
  }

  const onChange = (typed: string): void => {
    show(typed)
    storeDraft()
    setState('typing')
    saveIn(SAVE_DELAY_MS)
  }

  const onDone = (): void => {
    const { sent, base, value: theirs } = live
    if (sent === null) return
    Object.assign(live, {
      before: base,
      base: sent,
      lastSaved: sent,
      sent: null,
      isOffline: false,
      isBusy: false,
    } satisfies Partial<AutosaveState>)
    storeDraft()
    setState('saved')
    if (isSame(theirs, base) || isSame(theirs, sent)) {
      if (!isSame(live.text, sent)) saveIn(0)
    } else compareWithServer()
  }

  const onError = ({ code, message, requestId }: AppError): void => {
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
      notify.failure(message, { requestId })
      return
    }
    if (performance.now() - live.sentAt > MAX_ONLINE_RESPONSE_MS) live.isOffline = true
    // Where it is not here yet, it is on its way.
    if (!isSame(live.value, live.base)) compareWithServer()
  }

  /** `words` it is, whatever stands there now: both were seen. */
  const choose = (words: string): void => {
    if (!live.isBusy)
      Object.assign(live, {
        base: live.value,
        sent: null,
        isOffline: false,
        before: null,
      } satisfies Partial<AutosaveState>)
    show(words)
    storeDraft()
    setConflict(null)
    setState('idle')
    save()
  }

  const latestCompare = useRef(compareWithServer)
  latestCompare.current = compareWithServer
  // Somebody else saved this field, or the page looked again.
  useEffect(() => {
    live.value = value
    latestCompare.current()
  }, [live, value])

  const latestSave = useRef(save)
  latestSave.current = save
  useEffect(() => {
    live.isUnmounted = false
    // What a reload interrupted is saved now; what leaving the page would interrupt, before it goes.
    latestSave.current()
    return () => {
      live.isUnmounted = true
      latestSave.current()
    }
  }, [live])

  return { text, state, met: conflict, onChange, onBlur: save, onDone, onError: onError, choose }
}
