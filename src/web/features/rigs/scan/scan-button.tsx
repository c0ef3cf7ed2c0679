import { Button, VisuallyHidden } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'

// The dialog and its reader are larger than a page, and load with the first scan.
const loadDialog = lazyPage(() => import('./scan-dialog.tsx'))
const ScanDialog = lazy(() => loadDialog().then(({ ScanDialog }) => ({ default: ScanDialog })))

export type ScanVinProps = {
  /** Gets the VIN, 17 characters in upper case. Its check digit is correct, or the user accepted it. */
  onRead: (vin: string) => void
}

/** The button that scans a VIN with the camera. */
export function ScanButton({ onRead }: ScanVinProps) {
  const { isLoading, load } = useLazyModule(loadDialog)
  const [isOpen, setOpen] = useState(false)
  const [result, setResult] = useState('')
  const button = useRef<HTMLButtonElement>(null)

  const open = () =>
    void load(() => {
      setResult('')
      setOpen(true)
    })

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  return (
    <>
      <Button
        ref={button}
        size="md"
        px="sm"
        // As tall as the field beside it.
        h="auto"
        leftSection={<IconCamera size={20} aria-hidden />}
        loading={isLoading}
        onClick={ignoreDoubleClick(open)}
      >
        Scan
        <VisuallyHidden> the VIN with the camera</VisuallyHidden>
      </Button>
      <VisuallyHidden role="status">{result}</VisuallyHidden>
      {isOpen && (
        <Suspense fallback={null}>
          <ScanDialog
            onClose={close}
            onRead={vin => {
              close()
              setResult(`Read: ${vin}`)
              onRead(vin)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
