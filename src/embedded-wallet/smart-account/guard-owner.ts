import type { Hex } from '../../core/chain/caip.ts'
import { messageBytes } from '../../wallets/decode/message.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import { listOf, type WireCall } from '../../wallets/walletconnect/family-wallet.ts'

/** The types in which Solady's accounts wrap typed data and messages (ERC-7739). */
const wrappers: readonly unknown[] = ['TypedDataSign', 'PersonalSign']

/** The standard account, which the key controls directly, and the factories that create its smart accounts. */
export interface Owner {
  readonly address: string
  readonly factories: readonly string[]
}

/**
 * Refuses requests with which the standard account would act for its smart accounts. If the owner signs a 32-byte message, a
 * smart account's contract accepts the signature as the approval of the operation with this hash. The contract also obeys the
 * owner's transactions: `execute` moves its funds, and `transferOwnership` gives the account away. So on all networks, the
 * standard account must not sign anything that could be such an approval or transaction. It can still send payments to a smart
 * account.
 *
 * @throws `ProviderError` 4200
 */
export async function guardOwner({ method, params }: WireCall, owner: Owner): Promise<void> {
  const [first, second] = listOf(params)
  if (method === 'personal_sign' && messageBytes(String(first)).length === 32)
    throw new ProviderError(
      4200,
      'A signature of a 32-byte message could approve an operation of the smart account.',
    )
  if (method === 'eth_sendTransaction') await guardCalls([first], owner)
  if (method === 'wallet_sendCalls') await guardCalls(callsIn(first), owner)
  if (method !== 'eth_signTypedData_v4') return
  const data: unknown = typeof second === 'string' ? parsed(second) : second
  if (wrappers.includes((data as { primaryType?: unknown } | null | undefined)?.primaryType))
    throw new ProviderError(
      4200,
      'A signature of this typed data could count as a signature of the smart account.',
    )
}

async function guardCalls(calls: readonly unknown[], { address, factories }: Owner): Promise<void> {
  const called = calls.flatMap((call) => {
    const { to, data, input } = Object(call) as Readonly<Record<'to' | 'data' | 'input', unknown>>
    const isPayment = [data, input].every((bytes) => bytes === undefined || bytes === null || bytes === '0x')
    return isPayment ? [] : [String(to).toLowerCase()]
  })
  if (called.length === 0) return
  const { accountAddress, accountSalt } = await import('./chain-account-address.ts')
  const salt = accountSalt(address as Hex)
  for (const factory of factories)
    if (called.includes(accountAddress(factory as Hex, salt).toLowerCase()))
      throw new ProviderError(4200, 'This transaction would act for the smart account, or change it.')
}

function callsIn(batch: unknown): readonly unknown[] {
  const { calls } = Object(batch) as { readonly calls?: unknown }
  return Array.isArray(calls) ? calls : []
}

/** Parses JSON. Ignores invalid JSON, because the code that decodes the request refuses it later. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
