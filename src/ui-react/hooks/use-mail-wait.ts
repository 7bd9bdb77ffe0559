import { useRuntime } from '../runtime.ts'
import { useController } from './use-controller.ts'
import { useNow } from './use-now.ts'

/** Returns the seconds until the embedded wallet may send another email (S2.5). 0 or less means now. */
export function useMailWait(): number {
  const { canResendAt = 0 } = useController(useRuntime().latchkey.embeddedWallet)
  return Math.ceil((canResendAt - useNow(canResendAt > 0)) / 1000)
}
