import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { type ComponentProps, lazy } from 'react'
import { isSignatureFor, type Occasion, type SignatureSubject } from '#domain/signatures/signature.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'

// The pad is large, and most pages are left without signing.
const LazyForm = lazy(() =>
  import('./signature-form.tsx').then(({ SignatureForm }) => ({ default: SignatureForm })),
)

export const SIGN_LABELS: Readonly<Record<Occasion, string>> = {
  'drop-off': 'Sign at Drop-off',
  estimate: 'Sign the Estimate',
  'work-done': 'Sign for Work Done',
  pickup: 'Sign at Pickup',
}

const labelOf = ({ occasion, invoiceNumber }: SignatureSubject): string =>
  invoiceNumber === null ? SIGN_LABELS[occasion] : `Sign Invoice ${invoiceNumber}`

type SignButtonProps = Omit<ComponentProps<typeof LazyForm>, 'onClose'> & {
  /** What the customer signed. */
  signatures: readonly SignatureSubject[]
}

/** A button that becomes the form. */
export function SignButton({ signatures, ...props }: SignButtonProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  if (isOpen)
    return (
      <LazyContent fallback={<PanelSkeleton lines={4} />}>
        <LazyForm {...props} onClose={() => setOpen(false)} />
      </LazyContent>
    )
  const isSigned = signatures.some(signature => isSignatureFor(signature, props.subject))
  return (
    <Button
      ref={opener}
      variant={isSigned ? 'subtle' : 'default'}
      leftSection={<IconSignature size={18} aria-hidden />}
      onClick={ignoreDoubleClick(() => setOpen(true))}
    >
      {`${labelOf(props.subject)}${isSigned ? ' Again' : ''}`}
    </Button>
  )
}
