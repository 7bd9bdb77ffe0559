import type { Hex } from '../../core/chain/caip.ts'
import { encodeCall } from '../../servers/data/abi.ts'
import { hexOf, nodeRpc } from '../node-rpc.ts'
import { type FaucetTransaction, sendAsFaucet } from '../nodes/send-as-faucet.ts'
import type { Offer } from './desk.ts'

/** The selector of EIP-20 `transfer(address,uint256)`. */
const transfer = 'a9059cbb'

/**
 * Pays from the faucet, or on solana with an airdrop. Resolves with the transaction's hash when the transaction is mined.
 * @throws `internal/unexpected`
 */
export async function payOut(
  offer: Offer,
  to: string,
  amount: bigint,
  signal?: AbortSignal,
): Promise<string> {
  const { network, address } = offer
  const [url = ''] = network.rpcUrls.default.http
  if (network.chainNamespace === 'solana')
    return nodeRpc<string>(url, 'requestAirdrop', [to, Number(amount)], signal)
  const call: FaucetTransaction = address
    ? { to: address as Hex, data: encodeCall(transfer, [BigInt(to), amount]) }
    : { to: to as Hex, value: hexOf(amount) }
  const failed = `The faucet did not pay ${offer.symbol}`
  return (await sendAsFaucet(url, failed, call, signal)).transactionHash
}
