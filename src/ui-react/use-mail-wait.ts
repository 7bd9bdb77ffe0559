import { useRuntime } from './runtime.ts'
import { useController } from './use-controller.ts'
import { useNow } from './use-now.ts'

/** In how many seconds the embedded wallet may send an email again; 0 or less: now. Specification 2, section 5. */
export function useMailWait(): number {
  const { mailAgainAt = 0 } = useController(useRuntime().latchkey.embeddedWallet)
  return Math.ceil((mailAgainAt - useNow(mailAgainAt > 0)) / 1000)
}
