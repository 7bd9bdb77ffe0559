import { type RpcMethods, RpcRefusal } from '../../server/json-rpc.ts'
import type { Outcome } from './application.ts'
import type { Event } from './events.ts'
import { hashOf, type LoopbackChain, type MinedTransaction } from './loopback-chain.ts'
import { queries } from './queries.ts'
import { SdkError } from './sdk-error.ts'
import { eventsOf, searched } from './tx-search.ts'

type Params = Readonly<Record<string, unknown>>

const moniker = 'latchkey loopback node (a simulator, not a blockchain)'
/** The version of the API: https://docs.cometbft.com/v0.38/rpc/ */
const cometVersion = '0.38.17'

/** Returns the JSON-RPC methods that wallets and clients use. 64-bit numbers are strings; bytes are base64 or hex. */
export function cometMethods(chain: LoopbackChain): RpcMethods {
  const methods: Readonly<Record<string, (params: Params) => unknown>> = {
    health: () => ({}),
    status: () => status(chain),
    abci_query: (params) => ({ response: query(chain, params) }),
    broadcast_tx_sync({ tx }) {
      const bytes = Buffer.from(String(tx), 'base64')
      const outcome = chain.broadcast(bytes)
      if (!outcome) throw internal('tx already exists in cache')
      const { code, log } = outcome
      return { code, data: '', log, codespace: code === 0 ? '' : 'sdk', hash: hashOf(bytes) }
    },
    tx({ hash }) {
      const name = Buffer.from(String(hash), 'base64').toString('hex').toUpperCase()
      const found = chain.transaction(name)
      if (!found) throw internal(`tx (${name}) not found`)
      return transaction(found, chain)
    },
    tx_search({ query: text, ...search }) {
      const [, signer, sequence] = /^\s*tx\.acc_seq\s*=\s*'(\w+)\/(\d+)'\s*$/.exec(String(text)) ?? []
      if (signer !== undefined && sequence !== undefined) {
        const txs = chain.bySequence(signer, BigInt(sequence)).map((one) => transaction(one, chain))
        return { txs, total_count: String(txs.length) }
      }
      const [, name, value] =
        /^\s*(message\.sender|transfer\.recipient)\s*=\s*'(\w+)'\s*$/.exec(String(text)) ?? []
      if (name !== undefined && value !== undefined) {
        const { found, total } = searched(chain, name, value, search)
        return { txs: found.map((one) => transaction(one, chain)), total_count: String(total) }
      }
      const hash = /^\s*tx\.hash\s*=\s*'([0-9a-f]{64})'\s*$/i.exec(String(text))?.[1]?.toUpperCase()
      if (!hash)
        throw internal(
          "the simulator searches by tx.hash='…', tx.acc_seq='…', message.sender='…' and transfer.recipient='…' only",
        )
      const found = chain.transaction(hash)
      return { txs: found ? [transaction(found, chain)] : [], total_count: found ? '1' : '0' }
    },
    unconfirmed_txs() {
      const { waiting } = chain
      const size = waiting.reduce((sum, bytes) => sum + bytes.length, 0)
      const txs = waiting.map((bytes) => Buffer.from(bytes).toString('base64'))
      return { n_txs: String(txs.length), total: String(txs.length), total_bytes: String(size), txs }
    },
    block: ({ height }) => block(chain, height),
    block_results: ({ height }) => blockResults(chain, height),
    blockchain: (range) => headers(chain, range),
    // For tests: stops or resumes making blocks. While blocks are stopped, transactions stay unconfirmed.
    latchkey_hold({ held }) {
      chain.hold(held === true)
      return {}
    },
    // For tests: sets the gas price of the fee market, such as `0.1`. Without `price`, the chain has no fee market.
    latchkey_gas_price({ price }) {
      if (price !== undefined && !/^\d+(\.\d{1,3})?$/.test(String(price))) throw internal('not a price')
      chain.app.setMarketPrice(price === undefined ? undefined : String(price))
      return {}
    },
    // For tests: locks coins of an account, so that the account can't send them.
    latchkey_lock({ address, denom, amount }) {
      if (!/^\d{1,30}$/.test(String(amount))) throw internal('not an amount')
      chain.lock(String(address), { denom: String(denom), amount: BigInt(String(amount)) })
      return {}
    },
  }
  // Clients pass parameters by name, because their order depends on CometBFT's version.
  return Object.fromEntries(
    Object.entries(methods).map(([method, run]) => [
      method,
      (params: unknown) => run((params ?? {}) as Params),
    ]),
  )
}

function status({ app, latest }: LoopbackChain) {
  const id = hashOf(Buffer.from(app.chainId)).slice(0, 40)
  return {
    node_info: {
      protocol_version: { p2p: '8', block: '11', app: '0' },
      id: id.toLowerCase(),
      listen_addr: 'tcp://127.0.0.1:0',
      network: app.chainId,
      version: cometVersion,
      channels: '',
      moniker,
      other: { tx_index: 'on', rpc_address: 'tcp://127.0.0.1:0' },
    },
    sync_info: {
      latest_block_hash: latest.hash,
      latest_app_hash: latest.hash,
      latest_block_height: String(latest.height),
      latest_block_time: latest.time.toISOString(),
      earliest_block_height: '1',
      catching_up: false,
    },
    validator_info: {
      address: id,
      pub_key: { type: 'tendermint/PubKeyEd25519', value: Buffer.alloc(32).toString('base64') },
      voting_power: '0',
    },
  }
}

function query(chain: LoopbackChain, { path, data, height }: Params) {
  const { app, latest } = chain
  // In the SDK, no height or height 0 means the latest block. Any other height means the state after the block of this height.
  const past = BigInt(String(height ?? 0)) === 0n ? latest : chain.block(BigInt(String(height)))
  const common = {
    log: '',
    info: '',
    index: '0',
    key: null,
    proofOps: null,
    height: String(past?.height ?? 0),
  }
  try {
    const run = Object.hasOwn(queries, String(path)) ? queries[String(path)] : undefined
    if (!run) throw new SdkError('unknownRequest', `unknown query path ${path}`)
    if (!past) throw new SdkError('invalidRequest', `failed to load state at height ${height}`)
    const bytes = Buffer.from(String(data ?? ''), 'hex')
    const value = run({ app, ledger: past.ledger, next: latest.height + 1n }, bytes)
    return { ...common, code: 0, codespace: '', value: Buffer.from(value).toString('base64') }
  } catch (error) {
    if (!(error instanceof SdkError)) throw error
    return { ...common, code: error.code, codespace: 'sdk', value: null, log: error.message }
  }
}

function transaction(mined: MinedTransaction, chain: LoopbackChain) {
  const { hash, height, index, bytes, outcome } = mined
  return {
    hash,
    height: String(height),
    index,
    tx_result: result(outcome, eventsOf(mined, chain)),
    tx: Buffer.from(bytes).toString('base64'),
  }
}

function result({ code, log, gasWanted, gasUsed }: Outcome, events: readonly Event[]) {
  return {
    code,
    data: null,
    log,
    info: '',
    gas_wanted: String(gasWanted),
    gas_used: String(gasUsed),
    events: events.map(({ type, attributes }) => ({
      type,
      attributes: attributes.map((attribute) => ({ ...attribute, index: true })),
    })),
    codespace: code === 0 ? '' : 'sdk',
  }
}

function blockAt(chain: LoopbackChain, wanted: unknown) {
  const height = wanted === undefined || wanted === null ? chain.latest.height : BigInt(String(wanted))
  const found = chain.block(height)
  if (found) return found
  throw internal(
    `height ${height} must be less than or equal to the current blockchain height ${chain.latest.height}`,
  )
}

function blockResults(chain: LoopbackChain, wanted: unknown) {
  const { height, transactions } = blockAt(chain, wanted)
  const results = transactions.map((one) => result(one.outcome, eventsOf(one, chain)))
  return { height: String(height), txs_results: results.length > 0 ? results : null }
}

/** CometBFT returns at most 20 headers, the newest first. */
function headers(chain: LoopbackChain, { minHeight, maxHeight }: Params) {
  const [most, newest] = [20n, chain.latest.height]
  const asked = BigInt(String(maxHeight ?? 0))
  const last = asked === 0n || asked > newest ? newest : asked
  const lowest = BigInt(String(minHeight ?? 0))
  const first = [lowest, last - most + 1n, 1n].reduce((a, b) => (a > b ? a : b))
  if (first > last) throw internal(`min height ${first} can't be greater than max height ${last}`)
  const metas = Array.from({ length: Number(last - first) + 1 }, (_, at) => {
    const { block_id, block: one } = block(chain, last - BigInt(at))
    return { block_id, block_size: '0', header: one.header, num_txs: String(one.data.txs.length) }
  })
  return { last_height: String(newest), block_metas: metas }
}

function block(chain: LoopbackChain, wanted: unknown) {
  const found = blockAt(chain, wanted)
  const { height } = found
  const before = chain.block(height - 1n)
  const named = (hash: string) => ({ hash, parts: { total: hash ? 1 : 0, hash } })
  return {
    block_id: named(found.hash),
    block: {
      header: {
        version: { block: '11' },
        chain_id: chain.app.chainId,
        height: String(height),
        time: found.time.toISOString(),
        last_block_id: named(before?.hash ?? ''),
        last_commit_hash: found.hash,
        data_hash: found.hash,
        validators_hash: found.hash,
        next_validators_hash: found.hash,
        consensus_hash: found.hash,
        app_hash: found.hash,
        last_results_hash: found.hash,
        evidence_hash: found.hash,
        proposer_address: found.hash.slice(0, 40),
      },
      data: { txs: found.transactions.map(({ bytes }) => Buffer.from(bytes).toString('base64')) },
      evidence: { evidence: [] },
      last_commit: { height: '0', round: 0, block_id: named(''), signatures: [] },
    },
  }
}

function internal(data: string): RpcRefusal {
  return new RpcRefusal(-32603, 'Internal error', data)
}
