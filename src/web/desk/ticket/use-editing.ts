import { useEffect, useRef, useState } from 'react'

/** A piece that is read until its button is pressed; the keyboard comes back to that button. */
export function useEditing() {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)

  useEffect(() => {
    if (!isEditing && wasEditing.current) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  return { isEditing, button, open: () => setEditing(true), close: () => setEditing(false) }
}
