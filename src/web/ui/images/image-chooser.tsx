import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import {
  type ChangeEvent,
  type ComponentPropsWithoutRef,
  type DragEvent,
  type ReactNode,
  useId,
  useState,
} from 'react'
import styles from './image-chooser.module.css'

type ImageChooserProps = {
  /** The field's label. */
  label: string
  /** For the file input's `accept`. */
  accept: string
  multiple?: boolean
  /** Only its buttons, without a frame. */
  isQuiet?: boolean
  /** Between the label and the buttons: previews and progress. */
  children?: ReactNode
  /** The files last chosen that are not used, each with its reason. */
  refused?: readonly string[]
  onChoose: (files: readonly File[]) => void
}

type ImageChoiceProps = Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'onChange' | 'className'> & {
  icon: ReactNode
  label: string
  onChoose: ImageChooserProps['onChoose']
}

/** A file input that looks like a button; keyboard and screen readers use the input itself. */
export function ImageChoice({ icon, label, onChoose, ...input }: ImageChoiceProps) {
  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    onChoose([...(currentTarget.files ?? [])])
    // Choosing the same file again is a new choice.
    currentTarget.value = ''
  }
  const { capture } = input
  return (
    <label className={styles.choice} data-camera={capture !== undefined || undefined}>
      <input {...input} type="file" className={styles.input} onChange={handleChange} />
      {icon}
      <span>{label}</span>
    </label>
  )
}

/** Choose, drop or, on a phone, take photos. */
export function ImageChooser(props: ImageChooserProps) {
  const { label, accept, multiple = false, isQuiet = false, children, refused = [], onChoose } = props
  const id = useId()
  const [isOver, setOver] = useState(false)
  const input = { accept, onChoose }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onChoose(multiple ? files : files.slice(0, 1))
  }
  function drag(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the buttons do the same
    <div
      className={styles.dropArea}
      data-over={isOver || undefined}
      data-quiet={isQuiet || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={`${id}-choose`} id={`${id}-label`} className={styles.label}>
        {label}
      </label>
      {children}
      <div className={styles.choices}>
        <ImageChoice
          {...input}
          id={`${id}-choose`}
          multiple={multiple}
          icon={<IconPhotoPlus size={20} aria-hidden />}
          label={multiple ? 'Upload photos' : 'Upload photo'}
        />
        <ImageChoice
          {...input}
          capture="environment"
          aria-describedby={`${id}-label`}
          icon={<IconCamera size={20} aria-hidden />}
          label="Take a photo"
        />
        <span className={styles.hint}>or drag and drop</span>
      </div>
      {refused.length > 0 && (
        <ul role="alert" className={styles.refused}>
          {refused.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
