import { formatUnits, Interface, TypedDataEncoder } from 'ethers'
import { describeRequest } from 'latchkey/wallets'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { fc } from '../support/fast-check.ts'
import { address } from './eip155-requests.ts'
import { cases, timeout } from './fuzz.ts'

const network = {
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://node.example/'] } },
} as const satisfies ChainNetwork

/**
 * The functions of the calls. Some of them contain other calls. viem encodes the calls, and ethers decodes
 * them.
 */
const signatures = [
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 until)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 count, bytes data)',
  'function permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function transferOwnership(address owner)',
  'function grantRole(bytes32 role, address account)',
  'function upgradeToAndCall(address code, bytes data)',
  'function enableModule(address module)',
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch(address[] to, uint256[] values, bytes[] data)',
  'function multicall(bytes[] calls)',
  'function multicall(uint256 deadline, bytes[] calls)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
] as const
const abi = parseAbi(signatures)
const reader = new Interface([...signatures])
const encode = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as never)

const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 0n, max: 2n ** 96n }),
  fc.constantFrom(0n, 1n, 2n ** 96n - 1n, 2n ** 255n, 2n ** 256n - 2n, 2n ** 256n - 1n),
)
const small = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
const word = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const bytes = fc.uint8Array({ maxLength: 40 }).map((all) => `0x${Buffer.from(all).toString('hex')}`)
const of = (name: string, ...args: readonly fc.Arbitrary<unknown>[]) =>
  fc.tuple(...args).map((values) => encode(name, values))

interface Made {
  readonly to: string
  readonly data: Hex
}

const { call } = fc.letrec<{ call: Made; inner: readonly Made[] }>((tie) => ({
  call: fc
    .tuple(
      address,
      fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.oneof(
          of('transfer', address, amount),
          of('transferFrom', address, address, amount),
          of('approve', address, amount),
          of('approve', address, address, small(160n), small(48n)),
          of('increaseAllowance', address, amount),
          of('decreaseAllowance', address, amount),
          of('setApprovalForAll', address, fc.boolean()),
          of('safeTransferFrom', address, address, amount),
          of('safeTransferFrom', address, address, amount, amount, bytes),
          of('permit', address, address, amount, amount, fc.constant(27), word, word),
          of('transferOwnership', address),
          of('grantRole', word, address),
          of('upgradeToAndCall', address, bytes),
          of('enableModule', address),
        ),
        fc.tuple(tie('call'), amount).map(([{ to, data }, value]) => encode('execute', [to, value, data])),
        fc
          .tuple(tie('inner'), amount)
          .map(([all, value]) =>
            encode('executeBatch', [
              all.map(({ to }) => to),
              all.map(() => value),
              all.map(({ data }) => data),
            ]),
          ),
        tie('inner').map((all) => encode('multicall', [all.map(({ data }) => data)])),
        fc
          .tuple(amount, tie('inner'))
          .map(([at, all]) => encode('multicall', [at, all.map(({ data }) => data)])),
        tie('inner').map((all) =>
          encode('aggregate3', [
            all.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data })),
          ]),
        ),
        fc
          .tuple(tie('call'), fc.constantFrom(0, 1), address)
          .map(([{ to, data }, operation, zero]) =>
            encode('execTransaction', [to, 0n, data, operation, 0n, 0n, 0n, zero, zero, '0x']),
          ),
      ),
    )
    .map(([to, data]) => ({ to, data })),
  inner: fc.array(tie('call'), { maxLength: 3 }),
}))

/** The texts that one sentence of an approval must contain. */
type Named = readonly string[]

/**
 * Returns the names and amounts that ethers reads in the call and in all calls inside it, one list for each
 * sentence of the approval.
 */
function read(to: string, data: string, decimalsOf: (token: string) => number | undefined): readonly Named[] {
  const parsed = reader.parseTransaction({ data })
  if (!parsed) throw new Error(`ethers doesn't know ${data}`)
  const { args, signature } = parsed
  const isEmpty = [...args].some((each) => Array.isArray(each) && each.length === 0)
  if (isEmpty) return [[`Call ${data.slice(0, 10)} of ${to}`]]
  const lower = (value: unknown) => String(value).toLowerCase()
  /**
   * Returns the amount in the unit that the approval must show. The approval shows the highest numbers as
   * "unlimited".
   */
  const shown = (token: string, value: bigint, isAllowance = false): string => {
    if (isAllowance && [2n ** 256n, 2n ** 160n, 2n ** 128n, 2n ** 96n].includes(value + 1n))
      return 'unlimited'
    const decimals = decimalsOf(token)
    return decimals === undefined
      ? `${value} of the smallest unit of the token ${token} (WARNING`
      : `${formatUnits(value, decimals).replace(/\.0$/, '')} T`
  }
  const allowed = (token: string, spender: string, value: bigint): Named =>
    value === 0n ? [spender, 'Revoke'] : [spender, shown(token, value, true)]
  const inside = (target: string, each: string) => (each === '0x' ? [] : read(target, each, decimalsOf))
  const paid = (target: unknown, value: bigint): readonly Named[] =>
    value > 0n ? [[lower(target), `${formatUnits(value, 18).replace(/\.0$/, '')} ETH`]] : []
  switch (signature) {
    case 'transfer(address,uint256)':
      return [[lower(args[0]), shown(to, args[1])]]
    case 'transferFrom(address,address,uint256)':
      return [[lower(args[1]), shown(to, args[2])]]
    case 'approve(address,uint256)':
      return [allowed(to, lower(args[0]), args[1])]
    case 'increaseAllowance(address,uint256)':
      return [[lower(args[0]), shown(to, args[1], true), 'more']]
    case 'decreaseAllowance(address,uint256)':
      return [[lower(args[0]), shown(to, args[1]), 'less']]
    case 'approve(address,address,uint160,uint48)':
      return [allowed(lower(args[0]), lower(args[1]), args[2])]
    case 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)':
      return [allowed(to, lower(args[1]), args[2])]
    case 'setApprovalForAll(address,bool)':
      return [[lower(args[0]), args[1] ? 'take all NFTs' : 'Revoke', to]]
    case 'safeTransferFrom(address,address,uint256)':
      return [[lower(args[1]), `NFT no. ${args[2]} of ${to}`]]
    case 'safeTransferFrom(address,address,uint256,uint256,bytes)':
      return [[lower(args[1]), `${args[3]} of NFT no. ${args[2]} of ${to}`]]
    case 'execute(address,uint256,bytes)':
      return [...paid(args[0], args[1]), ...inside(lower(args[0]), args[2])]
    case 'executeBatch(address[],uint256[],bytes[])':
      return [...args[0]].flatMap((target, at) => [
        ...paid(target, args[1][at]),
        ...inside(lower(target), args[2][at]),
      ])
    case 'multicall(bytes[])':
      return [...args[0]].flatMap((each) => inside(to, each))
    case 'multicall(uint256,bytes[])':
      return [...args[1]].flatMap((each) => inside(to, each))
    case 'aggregate3((address,bool,bytes)[])':
      return [...args[0]].flatMap(([target, , each]) => inside(lower(target), each))
    case 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)':
      return args[3] === 0n ? inside(lower(args[0]), args[2]) : [[lower(args[0]), 'Run the code']]
    default:
      // The other functions give control to an address.
      return [[lower(args.find((value) => /^0x[0-9a-f]{40}$/i.test(value))), to]]
  }
}

describe('an approval of calls', { timeout }, () => {
  it('names the spender or recipient and the amount of every call that ethers reads', async () => {
    let nested = 0
    await fc.assert(
      fc.asyncProperty(address, call, fc.nat({ max: 3 }), async (from, { to, data }, some) => {
        // Whether a token is known depends on the last digit of its address.
        const decimalsOf = (token: string) =>
          Number(`0x${token.at(-1)}`) % 4 <= some ? Number(`0x${token.at(-2)}`) : undefined
        const tokenOf = async (token: string) => {
          const decimals = decimalsOf(token)
          return decimals === undefined ? undefined : { symbol: 'T', decimals }
        }
        const { effects } = await describeRequest(
          { method: 'eth_sendTransaction', params: [{ from, to, data }] },
          network,
          { tokenOf },
        )
        const texts = effects.map(({ text }) => text)
        const expected = read(to, data, decimalsOf)
        if (expected.length > 1) nested++
        for (const named of expected)
          expect(texts.filter((text) => named.every((part) => text.includes(part)))).not.toHaveLength(0)
        expect(texts).toHaveLength(expected.length)
      }),
      { numRuns: cases },
    )
    expect(nested).toBeGreaterThan(cases / 20)
  })
})

const members = (text: string) =>
  text.split(',').map((one) => {
    const [type = '', name = ''] = one.split(' ')
    return { type, name }
  })
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const transferTerms = 'address spender,uint256 nonce,uint256 deadline'

/** Permits of tokens and of Permit2. ethers encodes their payloads. */
const permit = fc
  .record({
    kind: fc.constantFrom('eip2612', 'single', 'batch', 'once', 'witness'),
    ...{ token: address, spender: address, owner: address, value: amount, deadline: small(64n) },
  })
  .map(({ kind, token, spender, owner, value, deadline }) => {
    const capped = kind === 'single' || kind === 'batch' ? value % 2n ** 160n : value
    const end = deadline % 2n ** 48n
    const details = { token, amount: capped, expiration: end, nonce: 0 }
    const permitted = { token, amount: capped }
    const terms = { spender, nonce: 0, deadline: end }
    const detailTypes = {
      PermitDetails: members('address token,uint160 amount,uint48 expiration,uint48 nonce'),
    }
    const tokenTypes = { TokenPermissions: members('address token,uint256 amount') }
    const forms = {
      eip2612: [
        { Permit: members('address owner,address spender,uint256 value,uint256 nonce,uint256 deadline') },
        { owner, spender, value: capped, nonce: 0, deadline: end },
      ],
      single: [
        {
          PermitSingle: members('PermitDetails details,address spender,uint256 sigDeadline'),
          ...detailTypes,
        },
        { details, spender, sigDeadline: end },
      ],
      batch: [
        {
          PermitBatch: members('PermitDetails[] details,address spender,uint256 sigDeadline'),
          ...detailTypes,
        },
        { details: [details], spender, sigDeadline: end },
      ],
      once: [
        { PermitTransferFrom: members(`TokenPermissions permitted,${transferTerms}`), ...tokenTypes },
        { permitted, ...terms },
      ],
      witness: [
        {
          PermitWitnessTransferFrom: members(`TokenPermissions permitted,${transferTerms},Swap witness`),
          Swap: members('address to'),
          ...tokenTypes,
        },
        { permitted, ...terms, witness: { to: owner } },
      ],
    } as const
    const [types, message] = forms[kind]
    const domain = { chainId: 31337, verifyingContract: kind === 'eip2612' ? token : permit2 }
    const payload = TypedDataEncoder.getPayload(domain, types as never, message)
    return { payload: JSON.stringify(payload), token, spender, value: capped }
  })

describe('an approval of a permit', { timeout }, () => {
  it('names the spender and the amount that ethers encodes', async () => {
    await fc.assert(
      fc.asyncProperty(permit, address, async ({ payload, token, spender, value }, account) => {
        const { effects, dangers } = await describeRequest(
          { method: 'eth_signTypedData_v4', params: [account, payload] },
          network,
        )
        const texts = effects.map(({ text }) => text)
        expect(texts).toHaveLength(1)
        expect(texts[0]).toContain(spender)
        expect(texts[0]).toContain(token)
        if (value === 0n) expect(texts[0]).toMatch(/^Revoke/)
        else if (value < 2n ** 96n - 1n) expect(texts[0]).toContain(`${value} of the smallest unit`)
        else {
          expect(texts[0]).toMatch(/unlimited/)
          expect(dangers).toEqual(['unlimited'])
        }
      }),
      { numRuns: cases },
    )
  })
})
