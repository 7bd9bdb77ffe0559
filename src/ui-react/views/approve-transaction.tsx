import { useRuntime } from '../runtime.ts'

/** The embedded wallet's frame is shown by the shell, below. Facts 1.12. */
export function ApproveTransactionView() {
  const { latchkey } = useRuntime()
  return (
    <p className="quiet approve">
      {latchkey.framePlace.frame
        ? 'Check what the wallet shows before you approve it.'
        : 'Waiting for the wallet…'}
    </p>
  )
}
