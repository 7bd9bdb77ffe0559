import { listOf, type WireCall } from '../../wallets/walletconnect/family-wallet.ts'

/** Returns the account that an eip155 request names as its signer. Returns undefined if the wallet may choose the account. */
export function namedSigner({ method, params }: WireCall): string | undefined {
  const [first, second] = listOf(params)
  const named =
    method === 'personal_sign'
      ? second
      : method === 'eth_signTypedData_v4'
        ? first
        : ((first ?? {}) as { readonly from?: unknown }).from
  return typeof named === 'string' ? named : undefined
}
