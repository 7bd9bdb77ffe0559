import { frameLimits } from '../../core/limits.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from './use-controller.ts'
import { useNow } from './use-now.ts'

/** Returns the seconds until the embedded wallet may send another email (S2.5). 0 or less means now. */
export function useMailWait(): number {
  const { canResendAt = 0 } = useController(useRuntime().latchkey.embeddedWallet)
  const seconds = Math.ceil((canResendAt - useNow(canResendAt > 0)) / 1000)
  // A longer wait means that the clock was set back. The time of `useNow` may be a second old.
  return seconds > frameLimits.cooldown / 1000 + 1 ? 0 : seconds
}
