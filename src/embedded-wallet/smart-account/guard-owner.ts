import { messageBytes } from '../../wallets/decode/message.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import { listOf, type WireCall } from '../../wallets/walletconnect/family-wallet.ts'

/** The types that Solady's accounts wrap around typed data and messages to sign (ERC-7739). */
const wrappers: readonly unknown[] = ['TypedDataSign', 'PersonalSign']

/**
 * The standard account owns the smart accounts. Their contracts accept its signature of a 32-byte message as the
 * approval of the operation with that hash, so it must not sign anything that could be one, on any network.
 *
 * @throws `ProviderError` 4200
 */
export function guardOwner({ method, params }: WireCall): void {
  const [first, second] = listOf(params)
  if (method === 'personal_sign' && messageBytes(String(first)).length === 32)
    throw new ProviderError(4200, 'A message of 32 bytes may be an operation of the smart account.')
  if (method !== 'eth_signTypedData_v4') return
  const data: unknown = typeof second === 'string' ? parsed(second) : second
  if (wrappers.includes((data as { primaryType?: unknown } | null | undefined)?.primaryType))
    throw new ProviderError(4200, 'This typed data may be a signature of the smart account.')
}

/** Invalid JSON is refused later, where it is decoded. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
