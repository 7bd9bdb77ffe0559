import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  accountAddress,
  accountSalt,
} from '../../../../src/embedded-wallet/smart-account/chain-account-address.ts'
import { guardOwner } from '../../../../src/embedded-wallet/smart-account/guard-owner.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const factories = [
  '0x1111111111111111111111111111111111111111',
  '0x2222222222222222222222222222222222222222',
] as const
const [account, other] = factories.map((factory) => accountAddress(factory, accountSalt(owner))) as [
  string,
  string,
]
const stranger = '0x3333333333333333333333333333333333333333'
const abi = parseAbi([
  'function execute(address target, uint256 value, bytes data)',
  'function transferOwnership(address newOwner)',
])
const execute = encodeFunctionData({ abi, functionName: 'execute', args: [stranger, 1n, '0x'] })
const transferOwnership = encodeFunctionData({ abi, functionName: 'transferOwnership', args: [stranger] })

const guard = (method: string, ...params: readonly unknown[]) =>
  guardOwner({ method, params }, { address: owner, factories })
const send = (call: object) => () => guard('eth_sendTransaction', { from: owner, ...call })
const sendCalls =
  (...calls: readonly object[]) =>
  () =>
    guard('wallet_sendCalls', { from: owner, calls })

describe('the owner key of a smart account', () => {
  it.each<[string, () => Promise<void>]>([
    ['execute', send({ to: account, data: execute })],
    ['transferOwnership', send({ to: account, data: transferOwnership })],
    ['its address in lower case', send({ to: account.toLowerCase(), data: execute })],
    ['its address in upper case', send({ to: account.toUpperCase(), data: execute })],
    ['`input` instead of `data`', send({ to: account, input: execute })],
    ['`input` beside an empty `data`', send({ to: account, data: '0x', input: execute })],
    ['an unknown function', send({ to: account, data: '0x12345678' })],
    ['its address on another network', send({ to: other, data: execute })],
    [
      'a call in a batch',
      sendCalls({ to: stranger, value: '0x1' }, { to: account, data: transferOwnership }),
    ],
  ])('may not call this account with %s', async (_, call) => {
    await expect(call()).rejects.toMatchObject({ code: 4200 })
  })

  it.each<[string, () => Promise<void>]>([
    ['pays this account', send({ to: account, value: '0x1' })],
    ['pays this account with empty data', send({ to: account, value: '0x1', data: '0x' })],
    ['transfers the ownership of another contract', send({ to: stranger, data: transferOwnership })],
    ['creates a contract', send({ data: '0x6000' })],
    [
      'pays this account in a batch',
      sendCalls({ to: account, value: '0x1' }, { to: stranger, data: execute }),
    ],
    ['has invalid params, which the decoder refuses', () => guard('wallet_sendCalls', null)],
  ])('may send a call that %s', async (_, call) => {
    await expect(call()).resolves.toBeUndefined()
  })
})
