import { Textarea, type TextareaProps } from '@mantine/core'
import styles from './forms.module.css'

// Measured by code only in browsers that cannot: that lays out the page once for each field.
const growsByStyle = typeof CSS === 'undefined' || CSS.supports('field-sizing', 'content')

type TextAreaProps = Omit<TextareaProps, 'autosize' | 'minRows' | 'maxRows' | 'classNames' | 'style'> & {
  minRows: number
  maxRows?: number
}

/** A text field of several lines that grows with its text. */
export function TextArea({ minRows, maxRows, ...props }: TextAreaProps) {
  if (!growsByStyle) return <Textarea {...props} autosize minRows={minRows} {...(maxRows && { maxRows })} />
  const rows = { '--min-rows': minRows, ...(maxRows !== undefined && { '--max-rows': maxRows }) }
  return <Textarea {...props} classNames={{ input: styles.textArea }} style={rows} />
}
