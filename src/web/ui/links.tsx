import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import primary from '#web/ui/buttons/buttons.module.css'

// The router types `search` by route, which a component for any path cannot name: hence `as never`.
type LinkTarget = {
  /** A complete path: `/service-ticket/123456`. */
  to: string
  search?: Record<string, string | number>
  /** The anchor on that page. */
  hash?: string
  /** False if the target scrolls itself into view. */
  resetScroll?: boolean
  children: ReactNode
}

/** A link that looks like a button. `next` styles it as the primary one. */
export function LinkButton(props: ButtonProps & LinkTarget & { next?: boolean }) {
  const { next = false, className, search = {}, ...rest } = props
  const classes = next ? `${primary.primary} ${className ?? ''}` : (className ?? '')
  return (
    <Button
      component={Link}
      {...rest}
      search={search as never}
      className={classes}
      data-next={next || undefined}
    />
  )
}

export function TextLink({ search = {}, ...rest }: AnchorProps & LinkTarget & { onClick?: () => void }) {
  return <Anchor component={Link} {...rest} search={search as never} />
}
