import { useDocumentVisibility, useInViewport } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { type MutationCall, useMutationOnce } from '#web/api/use-mutation-once.ts'

/**
 * Marks messages as read once they are on screen: the element of `ref` is in view, in a visible tab. `unread` is the
 * newest unread one.
 */
export function useMarkRead<Input>(
  markRead: MutationCall<Input, unknown>,
  input: Input,
  unread: string | undefined,
) {
  const { ref, inViewport } = useInViewport<HTMLElement>()
  const isVisible = useDocumentVisibility() === 'visible'
  const { run } = useMutationOnce(markRead, { basis: unread, onError: () => {} })
  const latest = useRef(() => {})
  latest.current = () => run(input)
  useEffect(() => {
    if (inViewport && isVisible && unread !== undefined) latest.current()
  }, [inViewport, isVisible, unread])
  return { ref, inViewport }
}
