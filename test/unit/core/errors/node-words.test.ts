import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../../../src/core/errors/catalogue.ts'
import { isRetryable } from '../../../../src/core/errors/is-retryable.ts'
import { meaningOf } from '../../../../src/core/errors/node-words.ts'
import { providerError } from '../../../../src/core/errors/provider-errors.ts'
import { answeredError } from '../../../../src/transport/json-rpc/endpoint-errors.ts'

interface Row {
  readonly family: 'eip155' | 'solana' | 'polkadot' | 'cosmos'
  readonly code: number
  readonly message: string
  readonly data?: unknown
  readonly means: ErrorCode
  /** The public page that shows the message, or the code that sends it. */
  readonly source: string
}

const proxyd = 'https://github.com/ethereum-optimism/infra/blob/main/proxyd/backend.go'
const jsonrpsee = 'https://docs.rs/jsonrpsee-types/latest/jsonrpsee_types/error/'
const solanaErrors = 'https://docs.rs/crate/solana-rpc-client-api/latest/source/src/custom_error.rs'
const github = (path: string) => `https://github.com/${path}`

const rows: readonly Row[] = [
  {
    family: 'eip155',
    code: -32005,
    message: 'project ID request rate exceeded',
    means: 'rpc/limit-exceeded',
    source: github('INFURA/infura/issues/201'),
  },
  {
    family: 'eip155',
    code: -32005,
    message: 'daily request count exceeded, request rate limited',
    means: 'rpc/limit-exceeded',
    source: github('gochain/web3/issues/180'),
  },
  { family: 'eip155', code: -32016, message: 'over rate limit', means: 'rpc/limit-exceeded', source: proxyd },
  {
    family: 'eip155',
    code: -32012,
    message: 'backend is over capacity',
    means: 'rpc/limit-exceeded',
    source: proxyd,
  },
  {
    family: 'eip155',
    code: -32000,
    message: '429 Too Many Requests: {"jsonrpc":"2.0","error":{"code":-32016,"message":"over rate limit"}}',
    means: 'rpc/limit-exceeded',
    source: github('base/node/issues/368'),
  },
  {
    family: 'eip155',
    code: -32011,
    message: 'request limit reached',
    means: 'rpc/limit-exceeded',
    source: github('circlefin/arc-node/issues/207'),
  },
  {
    family: 'eip155',
    code: 15,
    message: 'You reached Public endpoint rate limit, please upgrade to paid plan',
    means: 'rpc/limit-exceeded',
    source: github('drpcorg/nodecore/pull/327'),
  },
  {
    family: 'eip155',
    code: 429,
    message: 'Public RPC Rate Limit Hit, limit will reset in 60 seconds',
    means: 'rpc/limit-exceeded',
    source: github('AlphaWallet/alpha-wallet-ios/issues/6582'),
  },
  {
    family: 'polkadot',
    code: -32009,
    message: 'Server is busy, try again later',
    means: 'rpc/limit-exceeded',
    source: jsonrpsee,
  },
  {
    family: 'polkadot',
    code: -32005,
    message: 'Batched requests are not supported by this server',
    means: 'rpc/invalid-request',
    source: jsonrpsee,
  },
  {
    family: 'polkadot',
    code: -32010,
    message: 'The batch request was too large',
    data: 'Exceeded max limit of 10',
    means: 'rpc/invalid-request',
    source: jsonrpsee,
  },
  {
    family: 'eip155',
    code: -32014,
    message: 'too many RPC calls in batch request',
    means: 'rpc/invalid-request',
    source: proxyd,
  },
  {
    family: 'solana',
    code: -32005,
    message: 'Node is behind by 42 slots',
    means: 'rpc/unavailable',
    source: solanaErrors,
  },
  { family: 'solana', code: -32005, message: 'Server error', means: 'rpc/unavailable', source: solanaErrors },
  {
    family: 'solana',
    code: -32016,
    message: 'Minimum context slot has not been reached',
    means: 'rpc/unavailable',
    source: solanaErrors,
  },
  {
    family: 'solana',
    code: -32014,
    message: 'Block status not yet available for slot 7',
    means: 'rpc/unavailable',
    source: solanaErrors,
  },
  {
    family: 'solana',
    code: -32010,
    message: 'Tokenkeg excluded from account secondary indexes; this RPC method unavailable for key',
    means: 'rpc/not-kept',
    source: solanaErrors,
  },
  {
    family: 'solana',
    code: -32011,
    message: 'Transaction history is not available from this node',
    means: 'rpc/not-kept',
    source: github('solana-labs/solana/pull/17494'),
  },
  {
    family: 'eip155',
    code: -32000,
    message: 'header not found',
    means: 'rpc/unavailable',
    source: github('MetaMask/metamask-extension/issues/7234'),
  },
  {
    family: 'eip155',
    code: -32000,
    message: 'transaction indexing is in progress',
    means: 'rpc/unavailable',
    source: github('ethereum/go-ethereum/issues/29956'),
  },
  {
    family: 'eip155',
    code: -32011,
    message: 'no backend is currently healthy to serve traffic',
    means: 'rpc/unavailable',
    source: proxyd,
  },
  {
    family: 'eip155',
    code: -32000,
    message: 'missing trie node 8b1604e0d19d9be9a94cab027e74134e674bccdbf8d6a3f09a23abe52fd356fa (path )',
    means: 'rpc/not-kept',
    source: github('blockscout/blockscout/issues/2219'),
  },
  {
    family: 'polkadot',
    code: 4003,
    message: 'Client error: Api called for an unknown Block: State already discarded for 0xfc41…',
    means: 'rpc/not-kept',
    source: github('paritytech/substrate-api-sidecar/issues/1562'),
  },
  {
    family: 'cosmos',
    code: -32603,
    message: 'Internal error',
    data: 'transaction indexing is disabled',
    means: 'rpc/not-kept',
    source: github('cosmos/chain-registry/issues/1005'),
  },
  {
    family: 'cosmos',
    code: -32603,
    message: 'Internal error',
    data: 'height 60 is not available, lowest height is 28566001',
    means: 'rpc/not-kept',
    source: github('cosmos/cosmos-sdk/pull/25648'),
  },
  {
    family: 'eip155',
    code: -32001,
    message: 'rpc method is not whitelisted',
    means: 'rpc/method-unsupported',
    source: github('ethers-io/ethers.js/issues/4796'),
  },
  {
    family: 'solana',
    code: -32602,
    message:
      'Unsupported method: getRecentPrioritizationFees. See available methods at https://docs.alchemy.com',
    means: 'rpc/method-unsupported',
    source: github('velocity-exchange/keeper-bots-v2/issues/147'),
  },
  {
    family: 'eip155',
    code: -32000,
    message: 'Method eth_maxPriorityFeePerGas not supported.',
    means: 'rpc/method-unsupported',
    source: github('smartcontractkit/full-blockchain-solidity-course-py/issues/502'),
  },
  {
    family: 'eip155',
    code: -32601,
    message: 'the method eth_maxPriorityFeePerGas does not exist/is not available',
    means: 'rpc/method-unsupported',
    source: github('uniswap-python/uniswap-python/issues/299'),
  },
  {
    family: 'eip155',
    code: -32403,
    message: 'access denied',
    means: 'rpc/refused',
    source: github('icon-project/devportal/issues/49'),
  },
]

const errorOf = ({ family, code, message, data }: Omit<Row, 'means' | 'source'>) =>
  answeredError({ code, message, ...(data !== undefined && { data }) }, 'eth_call', {
    host: 'node.example',
    network: `${family}:1`,
  })

describe('the answer of a node', () => {
  it.each(rows)(
    'with the message $message and the code $code on $family means $means',
    ({ means, ...row }) => {
      expect(errorOf(row)).toMatchObject({ code: means, host: 'node.example', rpcCode: row.code })
      expect(row.source).toMatch(/^https:\/\//)
    },
  )

  it.each(rows)(
    'becomes an error whose message has no unfilled placeholder: $message',
    ({ means, ...row }) => {
      expect(errorOf(row).message).not.toMatch(/\{\w+\}/)
    },
  )

  it('becomes an error whose details include the text in the data', () => {
    const error = errorOf({
      family: 'cosmos',
      code: -32603,
      message: 'Internal error',
      data: 'transaction indexing is disabled',
    })
    expect(error).toMatchObject({
      code: 'rpc/not-kept',
      message: "The endpoint node.example doesn't keep what eth_call needs",
      details: 'Internal error: transaction indexing is disabled',
      data: 'transaction indexing is disabled',
    })
  })

  it.each([
    ['solana', -32005, 'rpc/unavailable'],
    ['eip155', -32005, 'rpc/limit-exceeded'],
    ['polkadot', -32005, 'rpc/unknown'],
    ['cosmos', -32005, 'rpc/unknown'],
    ['solana', -32010, 'rpc/not-kept'],
    ['eip155', -32010, 'rpc/unknown'],
    ['polkadot', -32010, 'rpc/unknown'],
    ['solana', -32016, 'rpc/unavailable'],
    ['eip155', -32016, 'rpc/unknown'],
    ['eip155', -32014, 'rpc/unknown'],
    ['polkadot', 1010, 'rpc/unknown'],
  ] as const)('on %s with the code %i and an unknown text means %s', (family, code, means) => {
    expect(errorOf({ family, code, message: 'no' }).code).toBe(means)
  })

  it.each([4100, 4900, 4901, 4902])(
    "is never taken for a wallet's answer if its code is the wallet code %i",
    (code) => {
      const error = errorOf({ family: 'eip155', code, message: 'no' })
      expect(error.code).toMatch(/^rpc\//)
      expect(providerError(error)).toMatchObject({ code: -32603 })
    },
  )

  it('means that the node refuses the request if its code is 4100', () => {
    expect(errorOf({ family: 'eip155', code: 4100, message: 'no' }).code).toBe('rpc/refused')
  })

  it("means a revert if the message says so, whatever the contract's reason contains", () => {
    const message = 'execution reverted: too many requests, method not supported'
    expect(errorOf({ family: 'eip155', code: -32000, message })).toMatchObject({
      code: 'node/execution-reverted',
    })
    expect(errorOf({ family: 'eip155', code: 3, message: 'rate limit' }).code).toBe('node/execution-reverted')
  })

  it.each([
    ['over rate limit', true],
    ['header not found', false],
    ['missing trie node 12', false],
    ['rpc method is not whitelisted', false],
    ['Unauthorized', false],
  ])('with the text %s allows a retry at the same endpoint: %s', (message, again) => {
    expect(isRetryable(errorOf({ family: 'eip155', code: -32000, message }))).toBe(again)
  })

  it.each([
    ['rpc/limit-exceeded', 'over rate limit', -32005],
    ['rpc/method-unsupported', 'method not supported', -32601],
    ['node/execution-reverted', 'execution reverted', 3],
    ['rpc/unavailable', 'header not found', -32000],
    ['rpc/not-kept', 'missing trie node 12', -32000],
  ] as const)('that means %s reaches dapps with a numeric code', (code, message, number) => {
    const error = errorOf({ family: 'eip155', code: -32000, message })
    expect(error.code).toBe(code)
    expect(providerError(error)).toMatchObject({ code: number, message })
  })

  it.each([
    'too many tokens',
    'the block limit of the contract',
    'gas limit exceeded',
    'query returned more than 10000 results',
    'invalid argument 0: hex string without 0x prefix',
    'stack limit reached 1024',
  ])('with the text "%s" has only the meaning of its code', (text) => {
    expect(meaningOf({ family: 'eip155', code: -32000, text })).toBeUndefined()
  })

  it('is searched for known texts only up to a length limit', () => {
    const text = `${'x'.repeat(1_000_000)} too many requests`
    expect(meaningOf({ family: 'eip155', code: -32000, text })).toBeUndefined()
  })
})
