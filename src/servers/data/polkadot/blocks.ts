import type { Runtime } from '../../../adapters/polkadot/chain/runtime.ts'
import { decoded, readStorage, type Value } from '../../../adapters/polkadot/chain/storage.ts'
import type { CoinTransfer } from '../../../core/chain/coin-moves.ts'
import { fewAtOnce } from '../few-at-once.ts'
import { type NodeCalls, NodeFailure, resultOf } from '../node-calls.ts'
import type { BlockSource, IndexedBlock, IndexedTransaction } from '../stored-index/indexed-block.ts'
import { keyOf } from './account-key.ts'
import { type Runtimes, rpcPort } from './runtimes.ts'
import { detailsOf } from './stored-transaction.ts'

interface NodeBlock {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  readonly extrinsics: readonly string[]
}

/** Returns the number of the newest finalized block. @throws NodeFailure, also when the node serves another network. */
export async function finalizedHead(
  node: NodeCalls,
  reference: string,
  signal?: AbortSignal,
): Promise<number> {
  const [genesis, finalized] = await node.all<string>(
    [
      { method: 'chain_getBlockHash', params: [0] },
      { method: 'chain_getFinalizedHead', params: [] },
    ],
    signal,
  )
  // CAIP-2 ids of polkadot are the first 32 hex digits of the genesis hash (CAIP-13).
  if (String(resultOf(genesis)).slice(2, 34) !== reference)
    throw new NodeFailure('The node serves another network')
  const header = await node.call<{ number?: unknown } | null>(
    'chain_getHeader',
    [resultOf(finalized)],
    signal,
  )
  const number = Number(header?.number)
  if (!Number.isSafeInteger(number) || number < 0)
    throw new NodeFailure('The node answered with no block number')
  return number
}

/** Reads the finalized blocks of a node. Decodes the events of each block with the block's own runtime. */
export function polkadotBlocks(node: NodeCalls, runtimes: Runtimes, reference: string): BlockSource {
  const port = rpcPort(node)

  async function hashes(
    numbers: readonly number[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined)[]> {
    const outcomes = await node.all<string | null>(
      numbers.map((number) => ({ method: 'chain_getBlockHash', params: [number] })),
      signal,
    )
    return outcomes.map((outcome) => resultOf(outcome) ?? undefined)
  }

  async function read(
    { first, last, parent }: Parameters<BlockSource['blocks']>[0],
    signal: AbortSignal,
  ): Promise<readonly NodeBlock[]> {
    const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    const names = await hashes(numbers, signal)
    const outcomes = await node.all<{ readonly block?: Answer } | null>(
      names.map((hash) => ({ method: 'chain_getBlock', params: [hash] })),
      signal,
    )
    const blocks: NodeBlock[] = []
    for (const [at, hash] of names.entries()) {
      const { header, extrinsics } = resultOf(outcomes[at])?.block ?? {}
      const { parentHash } = Object(header) as NonNullable<Answer['header']>
      if (hash === undefined || typeof parentHash !== 'string' || !Array.isArray(extrinsics))
        throw new NodeFailure(`The node doesn't have block ${first + at}`)
      const expected = blocks.at(-1)?.hash ?? parent
      if (expected !== undefined && parentHash !== expected) break
      blocks.push({ number: first + at, hash, parentHash, extrinsics: extrinsics.map(String) })
    }
    return blocks
  }

  async function transactionsIn(
    { hash, extrinsics }: NodeBlock,
    runtime: Runtime,
    signal: AbortSignal,
  ): Promise<Pick<IndexedBlock, 'seconds' | 'transactions'>> {
    const at = hash as `0x${string}`
    const [records, now] = await Promise.all([
      readStorage<Value & Iterable<EventRecord>>(port, runtime, ['system', 'events'], [], { at, signal }),
      node.call<string | null>('state_getStorage', [runtime.api.query.timestamp?.now?.key(), at], signal),
    ])
    // The time is a 64-bit number of ms, lowest byte first.
    if (typeof now !== 'string' || !/^0x[\da-f]{16}$/.test(now))
      throw new NodeFailure('The node answered with no time')
    return {
      seconds: Number(Buffer.from(now.slice(2), 'hex').readBigUInt64LE() / 1000n),
      transactions: decoded('state_getStorage', () => {
        const events = [...(records ?? [])]
        return extrinsics.flatMap((bytes, place) => {
          if (!isSigned(bytes)) return []
          const own = events.flatMap(({ phase, event }) =>
            phase.isApplyExtrinsic && Number(phase.asApplyExtrinsic.toString()) === place ? [event] : [],
          )
          return [transactionOf(place, bytes, own, runtime)]
        })
      }),
    }
  }

  return {
    head: (signal) => finalizedHead(node, reference, signal),
    hashes,
    async blocks(range, signal) {
      const found = await read(range, signal)
      const full = found.filter(({ extrinsics }) => extrinsics.some(isSigned))
      const byParent = await runtimes.after(
        full.map(({ parentHash }) => parentHash),
        signal,
      )
      const contents = new Map<number, Awaited<ReturnType<typeof transactionsIn>>>()
      await fewAtOnce(full, async (block, at) => {
        contents.set(block.number, await transactionsIn(block, byParent[at] as Runtime, signal))
      })
      // The history doesn't use the time of a block without transactions.
      return found.map(({ number, hash }) => ({
        ...{ number, hash },
        ...(contents.get(number) ?? { seconds: 0, transactions: [] }),
      }))
    },
  }
}

function transactionOf(
  place: number,
  bytes: string,
  events: readonly Event[],
  { api }: Runtime,
): IndexedTransaction {
  const { registry } = api
  const { signer, nonce } = signedBy(bytes, registry)
  const has = (name: string) => events.some(({ section, method }) => section === 'system' && method === name)
  const failed = has('ExtrinsicFailed')
  // Without this check, the history would silently lack the transfers if the node lacks the events.
  if (!failed && !has('ExtrinsicSuccess'))
    throw new NodeFailure('The node does not have the events of a block')
  const transfers = failed ? [] : events.flatMap(transfersIn)
  const accounts = [signer, ...transfers.flatMap(({ sender, recipient }) => [sender, recipient])]
  return {
    place,
    details: detailsOf({
      ...{ hash: registry.createType('Raw', bytes).hash.toHex(), failed, transfers },
      ...{ nonce, signer: signer ?? '' },
    }),
    accounts: new Set(accounts.filter((one) => one !== undefined)),
    tokens: transfers.flatMap(({ sender, recipient, coins }) =>
      coins.flatMap(([id]) =>
        id === '' ? [] : [sender, recipient].flatMap((account) => (account ? [[account, id] as const] : [])),
      ),
    ),
  }
}

/**
 * Returns no signer if the library can't decode the extrinsic, for example because its version is new. The extrinsic's events are
 * still valid.
 */
function signedBy(
  bytes: string,
  registry: Runtime['api']['registry'],
): { readonly signer: string | undefined; readonly nonce: number } {
  try {
    const { signer, nonce } = registry.createType('Extrinsic', bytes)
    return { signer: keyOf(signer.toString()), nonce: Number(nonce.toString()) }
  } catch {
    return { signer: undefined, nonce: 0 }
  }
}

/** Returns the transfer in an event `Transfer` of the Balances pallet or `Transferred` of the Assets pallet. */
function transfersIn({ section, method, data }: Event): readonly CoinTransfer[] {
  const values = data.map(String)
  const asset = section === 'assets' && method === 'Transferred'
  if (!asset && !(section === 'balances' && method === 'Transfer')) return []
  const [id = '', from = '', to = '', amount = ''] = asset ? values : ['', ...values]
  return [{ sender: keyOf(from), recipient: keyOf(to), coins: [[id, BigInt(amount)]] }]
}

/**
 * Returns false for an inherent, which has no signer. The first byte after the length has the type in its two upper bits, and the
 * version in the other bits.
 */
function isSigned(bytes: string): boolean {
  const mode = Number.parseInt(bytes.slice(2, 4), 16) & 3
  const start = 2 + 2 * ([1, 2, 4][mode] ?? 5)
  return (Number.parseInt(bytes.slice(start, start + 2), 16) & 0xc0) !== 0
}

interface Answer {
  readonly header?: { readonly parentHash?: unknown }
  readonly extrinsics?: unknown
}
interface Event {
  readonly section: string
  readonly method: string
  readonly data: readonly Value[]
}
interface EventRecord {
  readonly phase: { readonly isApplyExtrinsic: boolean; readonly asApplyExtrinsic: Value }
  readonly event: Event
}
