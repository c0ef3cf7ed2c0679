// Text that saves while it is typed: 800 ms after the last key and on leaving the field. What is
// typed here is never taken away by what arrives from elsewhere; what was not saved yet outlives a
// reload and a lost connection.

import { useEffect, useRef, useState } from 'react'
import type { Fault } from '#web/api.ts'
import { notify } from '#web/ui/notify.ts'
import type { SaveState } from '#web/ui/save-mark.tsx'
import { keepText, keptText } from './kept-text.ts'

const PAUSE_MS = 800
const TRY_AGAIN_MS = 4000

/** Sends the text; calls `onDone` or `onFault` once. */
export type Send = (text: string) => void

type Typing = {
  /** Names the field within this tab. */
  readonly place: string
  /** What the server has. */
  readonly value: string
}

// The server trims, so a space at the end is no difference worth saving.
const isSame = (one: string, other: string): boolean => one.trim() === other.trim()

export function useSavedText({ place, value }: Typing, send: Send) {
  const [text, setText] = useState(() => keptText(place, value) ?? value)
  const [state, setState] = useState<SaveState>('idle')
  const live = useRef({ text, saved: value, sent: value, isBusy: false, timer: 0, send })
  live.current.send = send

  const saveIn = (milliseconds: number): void => {
    clearTimeout(live.current.timer)
    live.current.timer = window.setTimeout(save, milliseconds)
  }

  const save = (): void => {
    const now = live.current
    clearTimeout(now.timer)
    if (now.isBusy || isSame(now.text, now.saved)) return
    now.isBusy = true
    now.sent = now.text
    setState('saving')
    now.send(now.text)
  }

  const onChange = (typed: string): void => {
    live.current.text = typed
    setText(typed)
    keepText(place, live.current.saved, typed)
    setState('typing')
    saveIn(PAUSE_MS)
  }

  const onDone = (): void => {
    const now = live.current
    now.isBusy = false
    now.saved = now.sent
    if (isSame(now.text, now.sent)) {
      keepText(place, now.sent, null)
      setState('saved')
    } else saveIn(0)
  }

  const onFault = ({ code, message, requestId }: Fault): void => {
    live.current.isBusy = false
    setState('failed')
    if (code === 'OFFLINE') saveIn(TRY_AGAIN_MS)
    else notify.failure(message, { requestId })
  }

  // Somebody else saved this field, or the page looked again.
  useEffect(() => {
    const now = live.current
    const isClean = !now.isBusy && isSame(now.text, now.saved)
    now.saved = value
    if (!isClean || isSame(now.text, value)) return
    now.text = value
    setText(value)
    setState('idle')
  }, [value])

  const lastSave = useRef(save)
  lastSave.current = save
  useEffect(() => {
    // What a reload interrupted is saved now; what leaving the page would interrupt, before it goes.
    lastSave.current()
    return () => lastSave.current()
  }, [])

  return { text, state, onChange, onBlur: save, onDone, onFault }
}
