import { Button, VisuallyHidden } from '@mantine/core'
import type { Ref } from 'react'

type RowButtonProps = {
  text: string
  /** Of which component, for who does not see the row. */
  about: string
  ref?: Ref<HTMLButtonElement>
  disabled?: boolean
  onClick: () => void
}

/** A button in a component's row. */
export const RowButton = ({ text, about, ...props }: RowButtonProps) => (
  <Button size="compact-sm" variant="subtle" {...props}>
    <span>{text}</span>
    <VisuallyHidden>{` ${about}`}</VisuallyHidden>
  </Button>
)
