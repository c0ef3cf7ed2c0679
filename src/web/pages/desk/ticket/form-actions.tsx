import { Button } from '@mantine/core'
import { firstClick } from '#web/ui/ignore-double-click.ts'

/** How a piece that is being edited is left. */
export const SaveOrCancel = ({ isRunning, onCancel }: { isRunning: boolean; onCancel: () => void }) => (
  <>
    <Button type="submit" disabled={isRunning} onClick={firstClick()}>
      {isRunning ? 'Saving…' : 'Save'}
    </Button>
    <Button variant="subtle" disabled={isRunning} onClick={onCancel}>
      Cancel
    </Button>
  </>
)
