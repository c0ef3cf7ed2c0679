import { type RefObject, useEffect, useRef, useState } from 'react'

type DisclosureFocus = {
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}

/** For a button that is replaced by a form while it is open: after closing, focus returns to the button. */
export function useDisclosureFocus(): DisclosureFocus {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { opener, isOpen, setOpen }
}
