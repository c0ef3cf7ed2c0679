import { Button, type ButtonProps } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { toAppError } from '#web/api/client.ts'

/** The needed parts of a paged list query. */
export type PagedList = {
  readonly data: { readonly pages: readonly unknown[] } | undefined
  readonly error: Error | null
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

type LoadMoreProps = Pick<ButtonProps, 'fullWidth' | 'mt' | 'variant'> & {
  readonly query: PagedList
  readonly list: RefObject<HTMLElement | null>
  readonly label?: string
}

/**
 * Loads the next page of a list, and moves focus to its first new line. It is outside the list and stays even when
 * there is nothing more, because focus moves after the last page as well.
 */
export function LoadMore({ query, list, label = 'Show more', ...button }: LoadMoreProps) {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const trigger = useRef<HTMLButtonElement>(null)
  /** The number of lines when more were requested; null otherwise. */
  const countBefore = useRef<number | null>(null)
  const lines = () => list.current?.querySelectorAll<HTMLElement>('li') ?? []
  const pages = data?.pages.length ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines come only with a new page
  useEffect(() => {
    const line = countBefore.current === null ? undefined : lines()[countBefore.current]
    countBefore.current = null
    const { activeElement } = document
    // A user who has moved focus elsewhere keeps it.
    if (line === undefined || (activeElement !== document.body && activeElement !== trigger.current)) return
    line.tabIndex = -1
    line.focus()
  }, [pages])
  if (!hasNextPage) return null
  return (
    <>
      <Button
        ref={trigger}
        aria-disabled={isFetchingNextPage}
        {...button}
        onClick={() => {
          if (isFetchingNextPage) return
          countBefore.current = lines().length
          void fetchNextPage()
        }}
      >
        {isFetchingNextPage ? 'Loading…' : label}
      </Button>
      {isFetchNextPageError && error !== null && <span role="alert">{toAppError(error).message}</span>}
    </>
  )
}
