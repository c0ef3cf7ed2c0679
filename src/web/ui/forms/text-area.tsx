import { Textarea, type TextareaProps } from '@mantine/core'
import styles from './forms.module.css'

// Other browsers measure it by code, which lays out the page once per field.
const growsByStyle = typeof CSS === 'undefined' || CSS.supports('field-sizing', 'content')

type TextAreaProps = Omit<TextareaProps, 'autosize' | 'minRows' | 'maxRows' | 'classNames' | 'style'> & {
  minRows: number
  maxRows?: number
}

/** A text field of several lines that grows with its text. */
export function TextArea({ minRows, maxRows, ...props }: TextAreaProps) {
  const rows = { minRows, ...(maxRows !== undefined && { maxRows }) }
  return (
    <Textarea
      {...props}
      {...(!growsByStyle && { autosize: true, ...rows })}
      classNames={{ input: styles.textArea }}
      style={{ '--min-rows': minRows, ...(maxRows !== undefined && { '--max-rows': maxRows }) }}
    />
  )
}
