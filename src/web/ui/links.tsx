import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import primary from '#web/ui/buttons/buttons.module.css'

// The router types `search` by the route, which a piece that takes any path cannot name: hence `as never`.
type LinkTarget = {
  /** A finished path: `/service-ticket/123456`. */
  to: string
  search?: Record<string, string | number>
  /** The place on that page. */
  hash?: string
  /** False where what it leads to brings itself into sight. */
  resetScroll?: boolean
  children: ReactNode
}

/** Goes somewhere, looks like a button. `next` paints it as the one thing to do next. */
export function LinkButton(props: ButtonProps & LinkTarget & { next?: boolean }) {
  const { next = false, className, search = {}, ...rest } = props
  const classes = next ? `${primary.primary} ${className ?? ''}` : (className ?? '')
  return <Button component={Link} {...rest} search={search as never} className={classes} />
}

export function TextLink({ search = {}, ...rest }: AnchorProps & LinkTarget & { onClick?: () => void }) {
  return <Anchor component={Link} {...rest} search={search as never} />
}
