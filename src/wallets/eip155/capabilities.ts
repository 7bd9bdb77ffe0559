import { missingCapability } from '../../core/wallet/payments/required-capabilities.ts'
import { ProviderError } from '../provider-error.ts'

/**
 * Checks the capabilities that a batch and its calls require (EIP-5792).
 * @param supported The capabilities of the batch that the wallet has.
 * @throws `ProviderError` 5700
 */
export function requireCapabilities(batch: unknown, supported: readonly string[] = []): void {
  const missing = missingCapability(batch, supported)
  if (missing !== undefined)
    throw new ProviderError(5700, `The wallet does not have the capability ${missing}.`)
}
