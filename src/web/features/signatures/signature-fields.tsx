import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import Pad from 'signature_pad'
import { isDrawn, NOT_DRAWN, type Stroke, toStrokes } from '#domain/signatures/signature.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './signatures.module.css'

const INK = '#26221b'

export type Signed = { typedName: string; strokes: [number, number][][] | null }
export type SignatureErrors = { typedName?: string | undefined; strokes?: string | undefined }

type SignatureFieldsProps = {
  /** What is signed. */
  what: string
  /** Empty for none. */
  jobLines: string
  /** Of the customer. */
  name: string
  errors: SignatureErrors
  setErrors: (errors: SignatureErrors) => void
  isRunning: boolean
  onSign: (signed: Signed) => void
  onClose: () => void
}

/** What is signed, and how: drawn, or by typing the name for those who cannot draw. */
export function SignatureFields(props: SignatureFieldsProps) {
  const { what, jobLines, name, errors, setErrors, isRunning, onSign, onClose } = props
  const titleId = useId()
  const [mode, setMode] = useState<'draw' | 'type'>('draw')
  const [typedName, setTypedName] = useState(name)
  const strokes = useRef<() => Stroke[]>(() => [])
  const field = useRef<HTMLInputElement>(null)
  const submit = (): void => {
    const drawn = mode === 'draw' ? strokes.current() : null
    const found = {
      ...(typedName.trim() === '' && { typedName: 'Type the name of who signs.' }),
      ...(drawn !== null && !isDrawn(drawn) && { strokes: NOT_DRAWN }),
    }
    setErrors(found)
    if (found.typedName !== undefined) field.current?.focus()
    if (Object.keys(found).length > 0) return
    const points = drawn?.map(stroke => stroke.map(([x, y]): [number, number] => [x, y])) ?? null
    onSign({ typedName, strokes: points })
  }
  return (
    <form
      className={styles.form}
      aria-labelledby={titleId}
      noValidate
      onKeyDown={onEscape(onClose)}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div id={titleId}>
        <p className={styles.subject}>
          <TextWithAmounts text={what} />
        </p>
        {jobLines !== '' && <p className={styles.lines}>{jobLines}</p>}
      </div>
      <TextInput
        ref={field}
        label="Name of Who Signs"
        autoComplete="name"
        maxLength={160}
        readOnly={isRunning}
        value={typedName}
        error={errors.typedName}
        onChange={event => setTypedName(event.currentTarget.value)}
      />
      <SegmentedControl
        aria-label="How to sign"
        data={[
          { value: 'draw', label: 'Draw' },
          { value: 'type', label: 'Type' },
        ]}
        value={mode}
        readOnly={isRunning}
        onChange={value => {
          setErrors({})
          setMode(value === 'type' ? 'type' : 'draw')
        }}
      />
      {mode === 'draw' ? (
        <DrawingPad
          strokes={strokes}
          error={errors.strokes ?? null}
          onBegin={() => setErrors(errors.typedName === undefined ? {} : { typedName: errors.typedName })}
        />
      ) : (
        <>
          <p className={styles.typed}>{typedName}</p>
          <p className={styles.lines}>The typed name is the signature.</p>
        </>
      )}
      <div className={styles.actions}>
        <PrimaryButton
          type="submit"
          size="md"
          leftSection={<IconSignature size={20} aria-hidden />}
          loading={isRunning}
          loadingText="Signing…"
        >
          Sign
        </PrimaryButton>
        <Button size="md" variant="subtle" disabled={isRunning} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type DrawingPadProps = {
  /** Set to what reads the strokes that were drawn. */
  strokes: { current: () => Stroke[] }
  error: string | null
  /** Called when the pen comes down. */
  onBegin: () => void
}

/** Drawn on with a finger, a pen or the mouse; what was drawn stays when the page's width changes. */
function DrawingPad({ strokes, error, onBegin }: DrawingPadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const errorId = useId()
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const drawing = new Pad(element, { penColor: INK, minWidth: 1, maxWidth: 2.5 })
    pad.current = drawing
    let width = element.offsetWidth
    const resize = (): void => {
      const ratio = window.devicePixelRatio
      const scale = element.offsetWidth / width
      const drawn = drawing.toData()
      width = element.offsetWidth
      element.width = width * ratio
      element.height = element.offsetHeight * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      drawing.fromData(
        drawn.map(group => ({
          ...group,
          points: group.points.map(point => ({ ...point, x: point.x * scale, y: point.y * scale })),
        })),
      )
    }
    resize()
    const observer = new ResizeObserver(() => {
      if (element.offsetWidth !== width && element.offsetWidth > 0) resize()
    })
    observer.observe(element)
    strokes.current = () =>
      toStrokes(drawing.toData(), { width: element.offsetWidth, height: element.offsetHeight })
    return () => {
      observer.disconnect()
      drawing.off()
      strokes.current = () => []
    }
  }, [strokes])
  return (
    <div>
      <canvas
        ref={canvas}
        className={styles.pad}
        onPointerDown={onBegin}
        role="img"
        aria-label="Signature pad: draw with a finger or the mouse"
        aria-describedby={error === null ? undefined : errorId}
      />
      {error !== null && (
        <p id={errorId} role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button variant="subtle" size="compact-sm" mt={4} onClick={() => pad.current?.clear()}>
        Clear
      </Button>
    </div>
  )
}
