import type { OnRampProviderInfo } from '../../core/wallet/payments/onramp.ts'
import { onRampProvidersOn } from '../../core/wallet/payments/onramp-providers-on.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from './use-controller.ts'

/** Returns the on-ramp providers for the active family that the option `features.onramp` allows. */
export function useOnRampProviders(): readonly OnRampProviderInfo[] {
  const { latchkey } = useRuntime()
  const { activeNamespace } = useController(latchkey.network)
  const onramp = useController(latchkey.options, ({ features }) => features.onramp)
  const providers = useController(latchkey.onramp, (state) => state.providers)
  return onRampProvidersOn(providers, onramp, activeNamespace)
}
