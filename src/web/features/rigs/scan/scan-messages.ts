// The dialog's messages: one sentence, and what to do.

import { CAMERA_ERROR_MESSAGES, type CameraError } from './camera.ts'

export const AIM_HINT = 'Point the camera at the barcode on the door frame or tongue.'
export const SLOW_SCAN_HINT =
  'No VIN found yet. Wipe the label, avoid glare and move closer until the barcode fills the frame. Or use a photo, or type the VIN.'
export const NO_VIN_FOUND =
  'No VIN was found in this photo. Take a sharper one, closer and straight on, or type the VIN.'
export const UNREADABLE_PHOTO = 'This photo can’t be opened here. Choose a JPEG or PNG, or type the VIN.'
export const READER_UNAVAILABLE =
  'Couldn’t load the barcode reader. Check the connection and try again, or type the VIN.'

export type ScanState = {
  readonly isReaderFailed: boolean
  readonly isReaderReady: boolean
  readonly cameraError: CameraError | null
  readonly isLive: boolean
  readonly isPhoto: boolean
  readonly isLate: boolean
  /** The result of the last photo. */
  readonly note: string | null
}

type ScanMessage = { readonly text: string; readonly isError: boolean; readonly isWaiting: boolean }

const errorMessage = (text: string): ScanMessage => ({ text, isError: true, isWaiting: false })
const pendingMessage = (text: string): ScanMessage => ({ text, isError: false, isWaiting: true })
const plainMessage = (text: string): ScanMessage => ({ text, isError: false, isWaiting: false })

/** The current message. Errors come before delays. */
export function scanMessage(state: ScanState): ScanMessage {
  if (state.isReaderFailed) return errorMessage(READER_UNAVAILABLE)
  if (state.isPhoto) return pendingMessage('Reading the photo…')
  if (state.cameraError !== null)
    return errorMessage([state.note, CAMERA_ERROR_MESSAGES[state.cameraError]].filter(Boolean).join(' '))
  if (state.note !== null && !state.isLate) return plainMessage(state.note)
  if (!state.isLive) return pendingMessage('Starting the camera. Allow access if the browser asks.')
  if (!state.isReaderReady) return pendingMessage('Loading the barcode reader…')
  return plainMessage(state.isLate ? SLOW_SCAN_HINT : AIM_HINT)
}
