import type { CaipAddress } from '../../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../../core/chain/caip-10.ts'
import { type ChainNetwork, findNetwork } from '../../../../core/chain/network.ts'
import { latchkeyError } from '../../../../core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../../core/wallet/adapter.ts'
import type { Transaction } from '../../../../core/wallet/family.ts'
import type { SwapSupport } from '../../../../core/wallet/payments/swap-support.ts'
import type { CallOptions } from '../../../../ports.ts'
import { feeOf } from '../../fee.ts'
import type { SolanaChain } from '../chain.ts'
import { planOf } from '../instructions.ts'
import { solanaNode } from '../node.ts'
import { isTokenOwned, readToken } from '../token.ts'
import { unsigned } from '../transfers.ts'
import { readTables, withoutProven } from './lookup-tables.ts'
import { readMessage } from './message.ts'
import { computeBudget, ownAccounts, readGuarantee, readSwap, wrappedMint } from './read-swap.ts'
import { refused } from './refused.ts'
import { simulateSwap } from './simulate-swap.ts'

type Support = Required<
  Pick<SwapSupport<'solana'>, 'compile' | 'read' | 'fee'> & Pick<SwapSupport<'solana'>, 'simulate'>
>

/** How long a transaction is valid, in seconds: 150 blocks. A block takes 0.4 s, or up to 0.6 s if the cluster is slow. */
const validFor = 90n
const noBlockhash = '1'.repeat(32)

/** Compiles, decodes and simulates swaps, and computes their fees. */
export function swapSupportOf(
  { rpc, networks, clock }: Pick<AdapterContext, 'rpc' | 'networks' | 'clock'>,
  chain: () => Promise<Pick<SolanaChain, 'build'>>,
): Support {
  const scope = (account: CaipAddress<'solana'>, opts?: CallOptions) => {
    const { networkId, address } = parseCaipAddress(account)
    const network = findNetwork(networks, networkId)
    if (!network) throw latchkeyError('network/not-requested', { values: { network: networkId } })
    return {
      address,
      network: network as ChainNetwork<'solana'>,
      node: solanaNode(rpc(networkId), opts),
    }
  }
  return {
    async compile(account, { instructions, lookupTables }, { draft, ...opts } = {}) {
      const { address, network, node } = scope(account, opts)
      const kit = instructions.map((each) => {
        if (!('programAddress' in each)) throw refused('instruction', 'its format is invalid')
        const other = each.accounts?.find((one) => one.role >= 2 && one.address !== address)
        if (other) throw refused('signer', `${other.address} must sign too`)
        // The adapter sets the budget, because the adapter's limit on the price must apply.
        if (each.programAddress === computeBudget)
          throw refused('instruction', "it sets the transaction's compute budget")
        return each
      })
      const tables = withoutProven(await readTables(node, lookupTables), kit)
      const wanted = { instructions: kit, lookupTables: tables }
      if (draft) {
        const plan = planOf(address, wanted)
        const budget = { computeUnitLimit: 0, microLamportsPerUnit: 0n }
        return { wire: unsigned(address, noBlockhash, plan.instructions, budget, plan.tables).wire }
      }
      const { wire } = await (await chain()).build(network, address, wanted, undefined, opts)
      return { wire }
    },
    async read(call, account, pair) {
      const { address } = parseCaipAddress(account)
      const guarantee = readGuarantee(wireOf(call), address, pair)
      const deadline = BigInt(Math.floor(clock.now() / 1000)) + validFor
      return guarantee && { ...guarantee, deadline }
    },
    async fee(account, call, opts) {
      const { address, network, node } = scope(account, opts)
      const wire = wireOf(call)
      const swap = readSwap(wire, address)
      const stays = (swap?.creates ?? []).filter(
        ({ address: at }) => !(swap?.unwraps && at === ownAccounts(address, wrappedMint)[0]),
      )
      const existing = stays.length > 0 ? await node.accounts(stays.map((each) => each.address)) : []
      const rents = await Promise.all(
        stays.map(async ({ mint }, index) => {
          const found = existing[index]
          if (isTokenOwned(found)) return 0n
          const needed = await node.rentFor((await readToken(node, mint)).accountSize)
          // Lamports that the address already holds count toward the deposit.
          const rest = needed - (found?.lamports ?? 0n)
          return rest > 0n ? rest : 0n
        }),
      )
      const rent = rents.reduce((sum, each) => sum + each, 0n)
      const fee = feeOf(wire)
      const { decimals, symbol } = network.nativeCurrency
      return {
        total: { value: fee + rent, decimals, symbol },
        detail: { ...budgetOf(wire), baseLamports: 5000n, rentLamports: rent },
      }
    },
    async simulate(account, [call], token, opts) {
      const { address, network, node } = scope(account, opts)
      if (!call) return undefined
      return simulateSwap(node, address, wireOf(call), token, network.nativeCurrency.symbol)
    },
  }
}

/** Returns the bytes of a compiled transaction. */
function wireOf({ wire }: Transaction<'solana'>): Uint8Array {
  if (wire) return wire
  throw refused('data', "the transaction isn't compiled")
}

/** Reads the limit and the price of compute units. */
function budgetOf(wire: Uint8Array) {
  const budget = { computeUnitLimit: 0, microLamportsPerUnit: 0n }
  for (const { program, data } of readMessage(wire)?.instructions ?? []) {
    if (program !== computeBudget) continue
    const view = new DataView(data.buffer, data.byteOffset, data.length)
    if (data[0] === 2) budget.computeUnitLimit = view.getUint32(1, true)
    else if (data[0] === 3) budget.microLamportsPerUnit = view.getBigUint64(1, true)
  }
  return budget
}
