import type { PendingTransfer } from '../../controllers/features/send/send.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from './use-controller.ts'

/** Returns the active account's pending transfer, which the wallet hasn't answered yet. Returns undefined if there is none. */
export function usePendingSend(): PendingTransfer | undefined {
  const { account, network, send } = useRuntime().latchkey
  const family = useController(network, (state) => state.activeNamespace)
  const from = useController(account, (state) => state[family].caipAddress)
  const pending = useController(send, (state) => state.pending)
  return pending?.from === from ? pending : undefined
}
