import { encodeFunctionData, erc20Abi, erc721Abi } from 'viem'
import { fc } from '../support/fast-check.ts'

const hex = (value: bigint) => `0x${value.toString(16)}`
const number = (most: bigint) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.bigInt({ min: 0n, max: most }).map(hex) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: most }).map((value) => `0x000${value.toString(16)}`) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: most }).map(String) },
  )
const bytes = fc.uint8Array({ maxLength: 80 }).map((value) => `0x${Buffer.from(value).toString('hex')}`)
export const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((value) => `0x${Buffer.from(value).toString('hex')}` as const)
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.constantFrom(0n, 2n ** 256n - 1n))

/** Token calls that viem encodes. */
export const tokenCall = fc.oneof(
  fc
    .tuple(fc.constantFrom('transfer', 'approve'), address, amount)
    .map(([functionName, ...args]) => encodeFunctionData({ abi: erc20Abi, functionName, args } as never)),
  fc
    .tuple(address, address, amount)
    .map((args) => encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })),
  fc
    .tuple(address, address, amount)
    .map((args) => encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args })),
  fc
    .tuple(address, fc.boolean())
    .map((args) => encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args })),
)

/** A token call in which a few bytes are changed, removed or added. */
const brokenCall = fc
  .tuple(tokenCall, fc.nat({ max: 75 }), fc.nat({ max: 3 }), fc.uint8Array({ maxLength: 3 }))
  .map(([call, at, take, put]) => {
    const before = Buffer.from(call.slice(2), 'hex')
    const after = [...before.subarray(0, at), ...put, ...before.subarray(at + take)]
    return `0x${Buffer.from(after).toString('hex')}`
  })

const data = fc.oneof(fc.constant('0x'), bytes, tokenCall, brokenCall)
const maybe = <T>(usual: fc.Arbitrary<T>, ...odd: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(undefined) },
    { weight: 12, arbitrary: usual as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.constantFrom<unknown>('', null, '0x', 'none', -1, 1.5, {}, ...odd) },
  )
const mostly = <T>(usual: fc.Arbitrary<T>, ...odd: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 30, arbitrary: usual as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, '', null, '0x', 7, ...odd) },
  )
const rarely = <T>(odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: odd })

/** The fields of a call, without undefined fields, as in JSON. */
export const call = fc
  .record({
    to: mostly(address, 'vitalik.eth', '0x1234', ['0x']),
    value: maybe(number(2n ** 90n), '1e3', '0x1.5', '1 '),
    data: maybe(data, '0xf', '0xzz', 'a9059cbb'),
    gas: maybe(number(2n ** 30n)),
    gasPrice: rarely(number(2n ** 50n)),
    maxFeePerGas: maybe(number(2n ** 50n)),
    maxPriorityFeePerGas: maybe(number(2n ** 40n)),
    type: rarely(fc.constantFrom('0x0', '0x1', '0x2', '0x3', '0x4', '0x7f')),
    input: rarely(data),
    accessList: rarely(fc.constantFrom([], [{ address: `0x${'1'.repeat(40)}`, storageKeys: [] }])),
    authorizationList: rarely(fc.constantFrom([], [{ address: `0x${'1'.repeat(40)}`, chainId: '0x0' }])),
    maxFeePerBlobGas: rarely(number(2n ** 40n)),
    blobVersionedHashes: rarely(fc.constantFrom([], [`0x01${'0'.repeat(62)}`])),
  })
  .map((members) => JSON.parse(JSON.stringify(members)) as Record<string, unknown>)

/**
 * Draws requests `eth_sendTransaction` and `wallet_sendCalls` as pages send them, for one account and one
 * chain.
 */
export const eip155Request = (from: string, chainId: number) => {
  const chain = hex(BigInt(chainId))
  const one = fc
    .tuple(call, fc.record({ nonce: maybe(number(2n ** 40n)), chainId: maybe(fc.constant(chain)) }))
    .map(([members, own]) => ({
      method: 'eth_sendTransaction',
      params: JSON.parse(JSON.stringify([{ ...members, from, ...own }])) as readonly unknown[],
    }))
  const several = fc.array(call, { minLength: 1, maxLength: 3 }).map((calls) => ({
    method: 'wallet_sendCalls',
    params: [{ version: '2.0.0', from, chainId: chain, atomicRequired: false, calls }] as readonly unknown[],
  }))
  return fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: several })
}
