import { Button, VisuallyHidden } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { pageCode } from '#web/api/lazy-page.ts'
import { useComingCode } from '#web/api/use-lazy-module.ts'
import { firstClick } from '#web/ui/ignore-double-click.ts'

// The dialog and the reader behind it weigh more than a page, and come with the first scan.
const dialogCode = pageCode(() => import('./scan-dialog.tsx'))
const ScanDialog = lazy(() => dialogCode().then(({ ScanDialog }) => ({ default: ScanDialog })))

export type ScanVinProps = {
  /** Gets the VIN, 17 characters in upper case. Its check digit is right, or the person wants it all the same. */
  onRead: (vin: string) => void
}

/** The button that reads a VIN with the camera. */
export function ScanButton({ onRead }: ScanVinProps) {
  const { isComing, bring } = useComingCode(dialogCode)
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  const button = useRef<HTMLButtonElement>(null)

  const open = () =>
    void bring(() => {
      setSaid('')
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
        loading={isComing}
        onClick={firstClick(open)}
      >
        Scan
        <VisuallyHidden> the VIN with the camera</VisuallyHidden>
      </Button>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {isOpen && (
        <Suspense fallback={null}>
          <ScanDialog
            onClose={close}
            onRead={vin => {
              close()
              setSaid(`Read: ${vin}`)
              onRead(vin)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
