import { type Client, decodeFunctionResult, encodeFunctionData, erc20Abi, parseEventLogs } from 'viem'
import { simulateBlocks } from 'viem/actions'
import type { Hex } from '../../../core/chain/caip.ts'
import type { ErrorCode } from '../../../core/errors/catalogue.ts'
import {
  type HttpError,
  isLatchkeyError,
  type LatchkeyError,
  latchkeyError,
} from '../../../core/errors/latchkey-error.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import type { Simulation } from '../../../core/wallet/payments/swap-support.ts'
import { chainError } from './client.ts'

/** The errors of nodes without `eth_simulateV1`, and of gateways that refuse this method. */
const cannot: readonly ErrorCode[] = [
  'rpc/method-unsupported',
  'rpc/method-not-allowed',
  'rpc/invalid-params',
  'rpc/refused',
  'rpc/not-kept',
  'rpc/limit-exceeded',
]

/**
 * Simulates the calls in one block, and returns how much they change the balance of `holder`.
 * Resolves with undefined if the node can't simulate. For the native coin, uses geth's
 * `traceTransfers`, which reports transfers as events of a contract that doesn't exist:
 * https://geth.ethereum.org/docs/rpc/ns-eth
 */
export async function simulate(
  client: Client,
  account: Hex,
  calls: readonly Transaction<'eip155'>[],
  token: Hex | undefined,
  holder: Hex = account,
): Promise<Simulation | undefined> {
  const balance = token && {
    account,
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
  }
  const reads = balance ? [balance] : []
  const asked = calls.map(({ to, data, value }) => ({ account, to, data, value }))
  const [block] = await simulateBlocks(client, {
    blocks: [{ calls: [...reads, ...asked, ...reads] }],
    traceTransfers: !token,
  }).catch((cause: unknown) => {
    const error = chainError(cause, 'eth_simulateV1')
    if (isLatchkeyError(error) && (cannot.includes(error.code) || isRefusal(error))) return [undefined]
    throw error
  })
  if (!block) return undefined
  const done = block.calls
  if (done.length !== reads.length * 2 + calls.length)
    throw latchkeyError('rpc/invalid-value', { values: { method: 'eth_simulateV1' } })
  if (done.some(({ status }) => status !== 'success'))
    throw latchkeyError('node/execution-reverted', { values: { reason: '' } })
  if (token) return { balanceChange: held(done.at(-1)?.data) - held(done[0]?.data) }
  const moved = parseEventLogs({
    abi: erc20Abi,
    eventName: 'Transfer',
    logs: done.flatMap(({ logs = [] }) => logs),
  })
  let balanceChange = 0n
  for (const { address, args } of moved) {
    if (address.toLowerCase() !== coin) continue
    if (args.to.toLowerCase() === holder.toLowerCase()) balanceChange += args.value
    if (args.from.toLowerCase() === holder.toLowerCase()) balanceChange -= args.value
  }
  return { balanceChange }
}

function isRefusal(error: LatchkeyError): boolean {
  const { status = 0 } = error as Partial<HttpError>
  return status >= 400 && status < 500
}

const coin = `0x${'e'.repeat(40)}`

function held(data: Hex = '0x'): bigint {
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data })
}
