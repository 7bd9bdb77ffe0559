import type { Hex } from '../../core/chain/caip.ts'
import { loadPeer } from '../../servers/load-peer.ts'
import { eip155Accounts } from '../accounts/eip155.ts'

function viem() {
  return loadPeer(() => Promise.all([import('viem'), import('viem/accounts')]), {
    feature: 'This node fault',
    install: 'npm install viem',
  })
}

/** Returns a signed transaction's sender and maximum cost in wei. */
export async function costOf(raw: string): Promise<{ readonly from: Hex; readonly most: bigint }> {
  const [{ parseTransaction, recoverTransactionAddress }] = await viem()
  const serializedTransaction = raw as `0x02${string}`
  const { value = 0n, gas = 0n, maxFeePerGas, gasPrice } = parseTransaction(serializedTransaction) as Fees
  return {
    from: await recoverTransactionAddress({ serializedTransaction }),
    most: value + gas * (maxFeePerGas ?? gasPrice ?? 0n),
  }
}

interface Fees {
  readonly value?: bigint
  readonly gas?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
}

/** Returns another transaction with the same nonce; undefined if the sender isn't a development account. */
export async function replacement(
  raw: string,
  kind: 'repriced' | 'cancelled' | 'other',
): Promise<string | undefined> {
  const [{ parseTransaction, recoverTransactionAddress }, { privateKeyToAccount }] = await viem()
  const serializedTransaction = raw as `0x02${string}`
  const from = await recoverTransactionAddress({ serializedTransaction })
  const own = Object.values(eip155Accounts).find(
    ({ address }) => address.toLowerCase() === from.toLowerCase(),
  )
  if (!own) return undefined
  const {
    r: _r,
    s: _s,
    v: _v,
    yParity: _parity,
    ...given
  } = parseTransaction(serializedTransaction) as Fees & {
    readonly [signature in 'r' | 's' | 'v' | 'yParity']?: unknown
  }
  const raised = Object.fromEntries(
    (['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const).flatMap((name) =>
      given[name] === undefined ? [] : [[name, given[name] * 2n + 1n]],
    ),
  )
  const changed = {
    repriced: {},
    cancelled: { to: from, value: 0n, data: '0x' },
    other: { value: (given.value ?? 0n) / 2n + 1n },
  }[kind]
  const account = privateKeyToAccount(own.secret as Hex)
  return account.signTransaction({ ...given, ...raised, ...changed } as Parameters<
    typeof account.signTransaction
  >[0])
}
