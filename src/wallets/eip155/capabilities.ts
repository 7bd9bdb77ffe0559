import { fieldsIn } from '../fields-in.ts'
import { ProviderError } from '../provider-error.ts'

/**
 * Checks the capabilities that a batch and its calls require (EIP-5792). A wallet may ignore only optional capabilities: without a
 * required paymaster, for example, the user would pay what the page says is sponsored.
 * @param supported The capabilities of the batch that the wallet has. A call's own capabilities are never supported.
 * @throws `ProviderError` 5700
 */
export function requireCapabilities(batch: unknown, supported: readonly string[] = []): void {
  const { calls, capabilities } = fieldsIn(batch)
  const ofBatch = required(capabilities).filter((name) => !supported.includes(name))
  const ofCalls = Array.isArray(calls) ? calls.flatMap((call) => required(fieldsIn(call).capabilities)) : []
  const [missing] = [...ofBatch, ...ofCalls]
  if (missing !== undefined)
    throw new ProviderError(5700, `The wallet does not have the capability ${missing}.`)
}

function required(capabilities: unknown): readonly string[] {
  return Object.entries(fieldsIn(capabilities)).flatMap(([name, capability]) =>
    capability === undefined || fieldsIn(capability).optional === true ? [] : [name],
  )
}
