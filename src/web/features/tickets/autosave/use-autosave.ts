// Text that saves while it is typed: 800 ms after the last key and on leaving the field. What is
// typed here is never taken away by what arrives from elsewhere. What could not be saved outlives the page,
// and is not put over words that somebody else wrote meanwhile before whoever typed it has seen both.

import { useEffect, useRef, useState } from 'react'
import { REWORDED } from '#domain/lib/refusal.ts'
import type { Fault } from '#web/api/client.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import type { SaveState } from '#web/ui/feedback/save-indicator.tsx'
import { forgetText, isKnown, isSame, keepText, keptText } from './text-drafts.ts'

const PAUSE_MS = 800
const TRY_AGAIN_MS = 4000
/** An answer that took longer was waited for without a connection: whoever typed had no chance to see others type. */
const AT_ONCE_MS = 5000

/** Sends the text, written over `over`; calls `onDone` or `onFault` once. */
export type Send = (text: string, over: string) => void

type Typing = {
  /** Names the field within this browser. */
  readonly place: string
  /** The job line as sentences call it. */
  readonly job: string
  /** What the server has. */
  readonly value: string
}

/** Words that met those in the field. */
export type Met = {
  readonly words: string
  /**
   * `waits`: somebody wrote them meanwhile, and what is in the field waits. `replaced`: what is in the field,
   * typed at the same time, took their place. `was-replaced`: they are one's own, and were replaced by what is
   * in the field.
   */
  readonly how: 'waits' | 'replaced' | 'was-replaced'
}

type Live = {
  text: string
  /** What the text was written over. */
  base: string
  value: string
  /** On its way, or never answered. */
  sent: string | null
  /** What stood there before the last save: it may still be heard of once. */
  before: string | null
  /** What was saved from here last. */
  wrote: string | null
  /** Whether the text has waited longer than a moment. */
  isHeld: boolean
  isBusy: boolean
  /** The field has left the page; its last save may still be on its way. */
  isGone: boolean
  sentAt: number
  timer: number
}

function begin({ place, value }: Typing): Live {
  const kept = keptText(place)
  const { text, base, sent } = kept ?? { text: value, base: value, sent: null }
  const past = { before: null, wrote: null, isHeld: kept !== null }
  return { ...{ text, base, sent, value }, ...past, isBusy: false, isGone: false, sentAt: 0, timer: 0 }
}

export function useSavedText({ place, job, value }: Typing, send: Send) {
  const [live] = useState(() => begin({ place, job, value }))
  const [text, setText] = useState(live.text)
  const [state, setState] = useState<SaveState>('idle')
  const [met, setMet] = useState<Met | null>(null)
  const sending = useRef(send)
  sending.current = send

  const keep = (): void => {
    const { base, sent, text: typed, isGone } = live
    // Whoever typed it has logged out, or another field at this place has taken it over.
    if (isGone && keptText(place)?.text !== typed) return
    if (sent === null && isSame(typed, base)) forgetText(place)
    else keepText(place, { job, base, sent, text: typed })
  }

  const show = (words: string): void => {
    live.text = words
    setText(words)
  }

  const saveIn = (milliseconds: number): void => {
    clearTimeout(live.timer)
    live.timer = window.setTimeout(save, milliseconds)
  }

  const save = (): void => {
    clearTimeout(live.timer)
    if (live.isBusy || (live.sent === null && isSame(live.text, live.base))) return
    if (live.isHeld && !isKnown(live, live.value)) {
      meet()
      return
    }
    live.isBusy = true
    // What may have arrived is sent again as it was, until there is an answer.
    live.sent ??= live.text
    live.sentAt = performance.now()
    keep()
    setState('saving')
    sending.current(live.sent, live.base)
  }

  /** Looks at what the server has now, beside what stands here. */
  const meet = (): void => {
    const { value: theirs } = live
    if (live.isBusy || (live.before !== null && isSame(live.before, theirs))) return
    live.before = null
    if (live.sent !== null && isSame(live.sent, theirs)) {
      live.sent = null
      live.base = theirs
    }
    if (live.sent === null && isSame(live.text, live.base)) follow(theirs)
    else if (isSame(live.text, theirs)) arrived(theirs)
    else if (isSame(live.base, theirs)) {
      setMet(now => (now?.how === 'waits' ? null : now))
      saveIn(PAUSE_MS)
    } else if (live.isHeld) {
      setState('failed')
      setMet({ words: theirs, how: 'waits' })
    } else outlast(theirs)
  }

  /** Two people type at the same time: the last one stays, and sees what it took the place of. */
  const outlast = (theirs: string): void => {
    live.base = theirs
    keep()
    if (!live.text.includes(theirs.trim())) setMet({ words: theirs, how: 'replaced' })
    saveIn(PAUSE_MS)
  }

  /** Nothing was typed here since: what somebody else saved takes its place. */
  const follow = (theirs: string): void => {
    const had = live.text
    live.base = theirs
    if (isSame(had, theirs)) return
    const isOwn = live.wrote !== null && isSame(live.wrote, had) && !theirs.includes(had.trim())
    live.wrote = null
    show(theirs)
    keep()
    setState('idle')
    setMet(isOwn ? { words: had, how: 'was-replaced' } : null)
  }

  const arrived = (theirs: string): void => {
    Object.assign(live, { base: theirs, sent: null, isHeld: false })
    keep()
    setMet(null)
    setState('saved')
  }

  const onChange = (typed: string): void => {
    show(typed)
    keep()
    setState('typing')
    saveIn(PAUSE_MS)
  }

  const onDone = (): void => {
    const { sent, base, value: theirs } = live
    if (sent === null) return
    Object.assign(live, { before: base, base: sent, wrote: sent, sent: null, isHeld: false, isBusy: false })
    keep()
    setState('saved')
    if (isSame(theirs, base) || isSame(theirs, sent)) {
      if (!isSame(live.text, sent)) saveIn(0)
    } else meet()
  }

  const onFault = ({ code, message, requestId }: Fault): void => {
    live.isBusy = false
    setState('failed')
    if (code === 'OFFLINE') {
      live.isHeld = true
      if (isKnown(live, live.value)) saveIn(TRY_AGAIN_MS)
      else meet()
      return
    }
    live.sent = null
    keep()
    if (message !== REWORDED) {
      notify.failure(message, { requestId })
      return
    }
    if (performance.now() - live.sentAt > AT_ONCE_MS) live.isHeld = true
    // Where it is not here yet, it is on its way.
    if (!isSame(live.value, live.base)) meet()
  }

  /** `words` it is, whatever stands there now: both were seen. */
  const choose = (words: string): void => {
    if (!live.isBusy) Object.assign(live, { base: live.value, sent: null, isHeld: false, before: null })
    show(words)
    keep()
    setMet(null)
    setState('idle')
    save()
  }

  const lastMeet = useRef(meet)
  lastMeet.current = meet
  // Somebody else saved this field, or the page looked again.
  useEffect(() => {
    live.value = value
    lastMeet.current()
  }, [live, value])

  const lastSave = useRef(save)
  lastSave.current = save
  useEffect(() => {
    live.isGone = false
    // What a reload interrupted is saved now; what leaving the page would interrupt, before it goes.
    lastSave.current()
    return () => {
      live.isGone = true
      lastSave.current()
    }
  }, [live])

  return { text, state, met, onChange, onBlur: save, onDone, onFault, choose }
}
