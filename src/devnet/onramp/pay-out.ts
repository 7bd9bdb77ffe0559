import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { nodeRpc } from '../node-rpc.ts'
import { faucet } from '../nodes/faucet.ts'
import type { Ware } from './desk.ts'

const transfer = '0xa9059cbb'

/** Pays from the faucet of a local chain, and resolves with the transaction once the chain has it. @throws `internal/unexpected` */
export async function payOut(ware: Ware, to: string, amount: bigint, signal?: AbortSignal): Promise<string> {
  const { network, address } = ware
  const [url = ''] = network.rpcUrls.default.http
  if (network.chainNamespace === 'solana')
    return nodeRpc<string>(url, 'requestAirdrop', [to, Number(amount)], signal)
  const call = address
    ? { to: address, data: `${transfer}${word(to.slice(2))}${word(amount.toString(16))}` }
    : { to, value: `0x${amount.toString(16)}` }
  const hash = await nodeRpc<Hex>(url, 'eth_sendTransaction', [{ from: faucet, ...call }], signal)
  for (let tries = 0; tries < 500; tries++) {
    const receipt = await receiptOf(url, hash, signal)
    if (receipt?.status === '0x1') return hash
    if (receipt) break
    await sleep(20, undefined, signal ? { signal } : undefined)
  }
  throw latchkeyError('internal/unexpected', { values: { message: `The faucet did not pay ${ware.symbol}` } })
}

async function receiptOf(url: string, hash: Hex, signal: AbortSignal | undefined) {
  return nodeRpc<{ readonly status: Hex } | null>(url, 'eth_getTransactionReceipt', [hash], signal)
}

function word(hex: string): string {
  return hex.toLowerCase().padStart(64, '0')
}
