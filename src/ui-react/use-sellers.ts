import type { OnRampProviderInfo } from '../core/wallet/onramp.ts'
import { sellersOn } from '../core/wallet/sellers.ts'
import { useRuntime } from './runtime.ts'
import { useController } from './use-controller.ts'

/** Who sells coins on the active family; nobody where the host has set up none. */
export function useSellers(): readonly OnRampProviderInfo[] {
  const { latchkey } = useRuntime()
  const { activeNamespace } = useController(latchkey.network)
  const onramp = useController(latchkey.options, ({ features }) => features.onramp)
  const providers = useController(latchkey.onramp, (state) => state.providers)
  return sellersOn(providers, onramp, activeNamespace)
}
