import type { ErrorCode } from './catalogue.ts'
import { nodeErrorCode } from './node-errors.ts'

/** A node's error response. */
export interface NodeAnswer {
  /** The namespace of the network, such as `solana`. */
  readonly family?: string | undefined
  /** The code of the JSON-RPC error. */
  readonly code?: number | undefined
  /** The text of the response: its message and the texts in its data. */
  readonly text: string
}

type Meaning = Extract<ErrorCode, `rpc/${string}`>

/** How many characters of a response are searched for known words. */
const searched = 4000

/** Reverts are checked first, because a contract chooses the text of a revert, and this text could match any other pattern. */
const reverted = /execution reverted/i

/**
 * Known words in the error messages of nodes, and of gateways in front of nodes, with their meanings. Words take precedence over
 * codes, because servers use the same code for different errors. The first match wins.
 */
const words: readonly (readonly [RegExp, Meaning])[] = [
  // Busy: "project ID request rate exceeded", "daily request count exceeded, request rate limited" with -32005:
  // https://github.com/INFURA/infura/issues/201, https://github.com/gochain/web3/issues/180
  [/request (rate|count) exceeded|\brate[- ]?limit/i, 'rpc/limit-exceeded'],
  // "over rate limit" -32016, "backend is over capacity" -32012: proxyd/backend.go. "429 Too Many Requests" with -32000:
  // https://github.com/base/node/issues/368
  [/too many requests|\bover capacity\b/i, 'rpc/limit-exceeded'],
  // "request limit reached" with -32011: https://github.com/circlefin/arc-node/issues/207
  [/\brequests? limit (reached|exceeded)|requests limited to/i, 'rpc/limit-exceeded'],
  // "Your app has exceeded its compute units per second capacity": https://docs.alchemy.com/alchemy/documentation/throughput
  [/exceeded (its|your) [\w ]{1,40}(capacity|limit|quota)|exceeded the quota/i, 'rpc/limit-exceeded'],
  // "Server is busy, try again later": https://docs.rs/jsonrpsee-types/latest/jsonrpsee_types/error/
  [/\bserver is busy\b|under too much load/i, 'rpc/limit-exceeded'],

  // The server refused the batch, but not the calls in it. jsonrpsee
  // (https://docs.rs/jsonrpsee-types/latest/jsonrpsee_types/error/) uses -32005, and proxyd uses -32014
  // (https://github.com/ethereum-optimism/infra, proxyd/backend.go).
  [/\bbatch(ed)? requests?\b|\bRPC calls in batch|\bbatch (size|too large|limit)/i, 'rpc/invalid-request'],

  // The endpoint doesn't have the data now and won't have it later. Pruned state in geth:
  // https://github.com/ethereum/go-ethereum/issues/20557, https://github.com/blockscout/blockscout/issues/2219
  [
    /missing trie node|historical state (is )?(unavailable|not available)|state is pruned|no state available for/i,
    'rpc/not-kept',
  ],
  // Substrate, with -32000, -32603 or 4003: https://github.com/paritytech/substrate-api-sidecar/issues/1562
  [/state already discarded|unknown state for block/i, 'rpc/not-kept'],
  // CometBFT without an index, with -32603: https://github.com/cosmos/chain-registry/issues/1005. bitcoind behind an HTTP API,
  // "Use -txindex": https://github.com/bitcoin/bitcoin/blob/master/src/rpc/rawtransaction.cpp
  [
    /\b(transaction|address) index(ing)? (is )?(disabled|not (available|enabled))|\buse -txindex/i,
    'rpc/not-kept',
  ],
  // Pruned heights: https://github.com/cosmos/cosmos-sdk/pull/25648, https://github.com/cosmos/cosmos-sdk/issues/19992
  [/height \d+ is not available, lowest height is|failed to load state at height/i, 'rpc/not-kept'],
  // Solana without history or index: https://docs.rs/crate/solana-rpc-client-api/latest/source/src/custom_error.rs
  [/transaction history is not available|excluded from account secondary indexes/i, 'rpc/not-kept'],
  [/\bcleaned up, does not exist on node|or missing in long-term storage/i, 'rpc/not-kept'],

  // The endpoint doesn't have the data yet, because it is behind the other endpoints or is starting. geth behind a load balancer:
  // https://github.com/MetaMask/metamask-extension/issues/7234, https://github.com/bnb-chain/bsc/issues/1054
  [/header( for hash| was)? not found|unknown ?block|request beyond head block/i, 'rpc/unavailable'],
  // https://github.com/ethereum/go-ethereum/issues/29956
  [/transaction indexing is in progress/i, 'rpc/unavailable'],
  // Solana: https://docs.rs/crate/solana-rpc-client-api/latest/source/src/custom_error.rs
  [/node is (behind|unhealthy)|minimum context slot has not been reached/i, 'rpc/unavailable'],
  [/block (status )?not (yet )?available/i, 'rpc/unavailable'],
  // proxyd/backend.go: "backend offline" -32010, "no backend is currently healthy" -32011, "gateway timeout" -32015
  [/backend offline|\bhealthy to serve traffic|gateway timeout/i, 'rpc/unavailable'],

  // The endpoint doesn't offer the method. "rpc method is not whitelisted" with -32001 or -32601 and status 403:
  // https://github.com/ethers-io/ethers.js/issues/4796
  [/\bmethod is not (white|allow)listed/i, 'rpc/method-unsupported'],
  // "Unsupported method: …" with -32600 or -32602: https://github.com/velocity-exchange/keeper-bots-v2/issues/147
  [/\bunsupported (api )?method/i, 'rpc/method-unsupported'],
  // "Method eth_maxPriorityFeePerGas not supported." with -32000:
  // https://github.com/smartcontractkit/full-blockchain-solidity-course-py/issues/502
  // "the method … does not exist/is not available" with -32601: https://github.com/uniswap-python/uniswap-python/issues/299
  [
    /\bmethod [`'"]?(\w{1,60}[`'"]? )?((is )?not (found|supported|allowed|available)|(is )?disabled|does not exist)/i,
    'rpc/method-unsupported',
  ],
  // The customer's plan doesn't include the method: https://github.com/erpc/erpc (architecture/evm/error_normalizer.go)
  [/not included in your current plan/i, 'rpc/method-unsupported'],

  // The endpoint refuses the origin or the key. "Unauthorized" and "access denied":
  // https://github.com/icon-project/devportal/issues/49, https://github.com/erpc/erpc/pull/403,
  // https://github.com/spesmilo/electrum/pull/5787
  [/\bunauthori[sz]ed\b|\baccess denied\b|\bforbidden\b|not allowed to access/i, 'rpc/refused'],
  [/\borigin\b[^\n]{0,80}\bnot (allowed|white-?listed|permitted)/i, 'rpc/refused'],
  [
    /\b(invalid|missing|unknown|no) (api|project|access)[ -]?(key|id|token)|\b(api|project|access)[ -]?(key|id|token)( is)? (invalid|missing|required|not found)/i,
    'rpc/refused',
  ],
]

/**
 * The meaning of a code in a family, for a text that contains none of the words above. Other codes are in `rpc-errors.ts`: the
 * codes of JSON-RPC itself (-32700 to -32600), and the codes of EIP-1474, which apply only to eip155.
 */
const familyCodes: Readonly<Record<string, Readonly<Record<number, ErrorCode>>>> = {
  // https://docs.rs/crate/solana-rpc-client-api/latest/source/src/custom_error.rs
  solana: {
    [-32001]: 'rpc/not-kept',
    [-32002]: 'rpc/unavailable',
    [-32003]: 'rpc/transaction-rejected',
    [-32004]: 'rpc/unavailable',
    [-32005]: 'rpc/unavailable',
    [-32006]: 'rpc/transaction-rejected',
    [-32007]: 'rpc/not-kept',
    [-32009]: 'rpc/not-kept',
    [-32010]: 'rpc/not-kept',
    [-32011]: 'rpc/not-kept',
    [-32014]: 'rpc/unavailable',
    [-32016]: 'rpc/unavailable',
  },
  polkadot: {},
  cosmos: {},
  bip122: {},
}

/** Codes that have the same meaning on every node. 4200 (EIP-1193) means that the method isn't supported. */
const shared: readonly number[] = [-32700, -32600, -32601, -32602, -32603, -32000, 429, 3, 4200]
/** Codes for the state of a wallet (EIP-1193, EIP-3085). A node has no such state, so a node's code means something else. */
const ofWallets: readonly number[] = [4900, 4901, 4902]

/** Returns the meaning of a node's response. Returns undefined if the meaning of the code in `rpc-errors.ts` applies. */
export function meaningOf({ family, code, text }: NodeAnswer): ErrorCode | undefined {
  const said = text.slice(0, searched)
  if (code === 3 || reverted.test(said)) return 'node/execution-reverted'
  const known = nodeErrorCode(said) ?? words.find(([pattern]) => pattern.test(said))?.[1]
  if (known) return known
  if (code === undefined || shared.includes(code)) return undefined
  if (code === 4100) return 'rpc/refused'
  if (ofWallets.includes(code)) return 'rpc/unknown'
  const codes = family === undefined ? undefined : familyCodes[family]
  return codes && code < 4000 ? (codes[code] ?? 'rpc/unknown') : undefined
}
