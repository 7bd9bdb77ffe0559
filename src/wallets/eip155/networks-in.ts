import { listOf, type WireCall } from '../walletconnect/family-wallet.ts'

/**
 * Returns the networks that a call's parameters name, as CAIP-2 ids. Skips the target of a network switch: nothing is signed on
 * that network, and the prompt already shows it.
 */
export function networksIn({ method, params }: WireCall): readonly string[] {
  const [first, second] = listOf(params)
  if (method === 'eth_sendTransaction') return chainOf(first)
  if (method === 'wallet_sendCalls') {
    const { calls } = (first ?? {}) as { readonly calls?: unknown }
    // In the first version of EIP-5792, each call had a chain id.
    return [...chainOf(first), ...(Array.isArray(calls) ? calls.flatMap(chainOf) : [])]
  }
  if (method === 'wallet_grantPermissions') return listOf(params).flatMap(chainOf)
  if (method !== 'eth_signTypedData_v4') return []
  return chainOf((parsed(second) as { readonly domain?: unknown } | null | undefined)?.domain)
}

function chainOf(holder: unknown): readonly string[] {
  const { chainId } = (holder ?? {}) as { readonly chainId?: unknown }
  if (chainId === undefined || chainId === null) return []
  const text = typeof chainId === 'number' || typeof chainId === 'bigint' ? String(chainId) : chainId
  const plain = typeof text === 'string' && /^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(text)
  return [`eip155:${plain ? BigInt(text) : JSON.stringify(chainId)}`]
}

function parsed(typedData: unknown): unknown {
  if (typeof typedData !== 'string') return typedData
  try {
    return JSON.parse(typedData)
  } catch {
    // The signer refuses invalid JSON later.
    return undefined
  }
}
