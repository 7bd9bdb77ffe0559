import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { CallOptions } from '../../../ports.ts'
import { textFrom } from './wallet-calls.ts'

/**
 * Checks the form of a wallet's signature: at least 62 hex digits (S2.5). For a contract account, the wallet may also answer
 * `0x`, because the contract can confirm the message on the chain (ERC-1271). A Safe answers `0x` after its owners have approved
 * the message in a transaction.
 * @throws `wallet/invalid-answer`
 */
export async function signatureFrom(
  answer: unknown,
  method: string,
  account: { readonly address: string; readonly network: ChainNetwork<'eip155'> },
  { rpc }: Pick<AdapterContext, 'rpc'>,
  opts?: CallOptions,
): Promise<string> {
  if (answer === '0x' && (await isContract(account, rpc, opts))) return answer
  return textFrom(answer, method, /^0x[0-9a-f]{62,}$/i, 'a signature')
}

/**
 * Returns whether an account is a contract. Returns false for an account that has a private key and delegates to a contract
 * (EIP-7702), and if no node answers.
 */
async function isContract(
  { address, network }: { readonly address: string; readonly network: ChainNetwork<'eip155'> },
  rpc: AdapterContext['rpc'],
  opts?: CallOptions,
): Promise<boolean> {
  const call = { method: 'eth_getCode', params: [address, 'latest'] }
  const code = await rpc(network.caipNetworkId)
    .request<unknown>(call, opts)
    .catch(() => undefined)
  return typeof code === 'string' && /^0x[0-9a-f]{2,}$/i.test(code) && !/^0xef0100/i.test(code)
}
