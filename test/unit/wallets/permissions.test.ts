import { describeRequest } from 'latchkey/wallets'
import { decodeFunctionData, erc20Abi, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { isLatchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import {
  batchContext,
  decodePermissionRequests,
  revokedContext,
} from '../../../src/wallets/decode/permissions.ts'
import { eip155Grants } from '../../../src/wallets/eip155/grants.ts'
import { ProviderError } from '../../../src/wallets/provider-error.ts'
import { tokenCall } from '../../fuzz/eip155-requests.ts'
import { fc } from '../../support/fast-check.ts'

const network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
} as const
const token = `0x${'ab'.repeat(20)}` as const
const account = `0x${'aa'.repeat(20)}` as const
const native = (allowance: string) => ({ type: 'native-token-transfer', data: { allowance } })
const whole = {
  chainId: '0x1',
  address: account,
  expiry: 1_800_000_000,
  signer: { type: 'wallet', data: {} },
  permissions: [native('0xde0b6b3a7640000')],
  policies: [{ type: 'call-limit', data: { count: 3 } }],
}
const words = async (...params: unknown[]) => {
  const { title, rows } = await describeRequest({ method: 'wallet_grantPermissions', params }, network)
  return [title, ...rows.map((row) => row.join(' '))].join('\n')
}

describe('a request for a smart session', () => {
  it('is a danger if an allowance has no practical limit', async () => {
    const allow = async (allowance: bigint, signer: object = { type: 'wallet', data: {} }) => {
      const data = { allowance: `0x${allowance.toString(16)}` }
      const permissions = [
        { type: 'native-token-transfer', data },
        { type: 'native-token-recurring-allowance', data: { ...data, period: 60, start: 1_700_000_000 } },
        { type: 'erc20-token-transfer', data: { ...data, address: token } },
      ]
      const described = permissions.map((one) =>
        describeRequest(
          { method: 'wallet_grantPermissions', params: [{ ...whole, signer, permissions: [one] }] },
          network,
        ),
      )
      return (await Promise.all(described)).map(({ dangers }) => dangers)
    }
    const key = { type: 'key', data: { type: 'secp256k1', publicKey: `0x02${'cd'.repeat(32)}` } }
    expect(await allow(2n ** 96n - 1n)).toEqual(Array(3).fill(['unlimited']))
    expect(await allow(2n ** 256n - 1n, key)).toEqual(Array(3).fill(['unlimited', 'others']))
    expect(await allow(2n ** 96n - 2n)).toEqual([[], [], []])
  })

  it('is described with its action, amount, frequency, expiry and signer', async () => {
    const key = { type: 'secp256k1', publicKey: `0x02${'cd'.repeat(32)}` }
    const text = await words({
      ...whole,
      signer: { type: 'keys', data: { keys: [key] } },
      permissions: [
        native('0xde0b6b3a7640000'),
        { type: 'erc20-token-transfer', data: { address: token, allowance: '0x64' } },
        {
          type: 'contract-call',
          data: { address: token, calls: ['approve(address,uint256)', '0x12345678'] },
        },
      ],
      policies: [
        { type: 'gas-limit', data: { limit: '0xf4240' } },
        { type: 'call-limit', data: { count: 3 } },
        { type: 'rate-limit', data: { count: 2, interval: 60 } },
      ],
    })
    for (const part of [
      'grant a session',
      `account ${account}`,
      'until 2027-01-15T08:00:00.000Z',
      `used by the keys ${key.publicKey}`,
      'allows send up to 1 ETH in total, to anyone',
      `allows send up to 100 of the smallest unit of the token ${token} in total, to anyone`,
      `allows call approve(address,uint256) (0x095ea7b3), 0x12345678 of ${token}, with any arguments`,
      'limit 1000000 gas in total',
      'limit 3 calls in total',
      'limit 2 calls in any 60 s',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('WARNING')
  })

  it('has a warning if nothing limits the network fees', async () => {
    const text = await words(whole, { ...whole, policies: undefined })
    expect(text).toContain('grant 2 sessions')
    expect(text).toContain('1. until')
    expect(text).toContain('2. WARNING nothing limits the network fees')
    const recurring = {
      type: 'native-token-recurring-allowance',
      data: { allowance: '0x64', start: 1_700_000_000, period: 3600 },
    }
    expect(await words({ ...whole, permissions: [recurring] })).toContain('every 3600 s from 2023-11-14')
  })

  it.each<[string, object]>([
    ['permissions[0].permissions', { permissions: [] }],
    ['permissions[0].permissions[0].type', { permissions: [{ type: 'everything', data: {} }] }],
    ['permissions[0].permissions[0].data.allowance', { permissions: [native('0x0')] }],
    ['permissions[0].permissions[0].data.allowance', { permissions: [native('100')] }],
    [
      'permissions[0].permissions[0].data.to',
      { permissions: [{ ...native('0x1'), data: { allowance: '0x1', to: token } }] },
    ],
    ['permissions[0].permissions[1]', { permissions: [native('0x1'), native('0x2')] }],
    [
      'permissions[0].permissions[0].data.calls[0]',
      {
        permissions: [
          { type: 'contract-call', data: { address: token, calls: ['transfer(address, uint256)'] } },
        ],
      },
    ],
    ['permissions[0].policies[0].type', { policies: [{ type: 'sometimes', data: {} }] }],
    ['permissions[0].policies[1]', { policies: [...whole.policies, ...whole.policies] }],
    ['permissions[0].signer.type', { signer: { type: 'moon', data: {} } }],
    ['permissions[0].signer.data.seed', { signer: { type: 'wallet', data: { seed: 1 } } }],
    ['permissions[0].chainId', { chainId: 1 }],
    ['permissions[0].expiry', { expiry: 1.5 }],
    ['permissions[0].address', { address: 'alice.eth' }],
    ['permissions[0].justification', { justification: 'Please' }],
  ])('is refused with an error that names the invalid field: %s', (field, part) => {
    expect(() => decodePermissionRequests([{ ...whole, ...part }])).toThrow(
      expect.objectContaining({
        code: 'validation/invalid-input',
        values: expect.objectContaining({ field }),
      }),
    )
  })

  it('is parsed or refused with an error code', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, inner) => {
        for (const params of [
          [value],
          value,
          [{ ...whole, signer: inner }],
          [{ ...whole, permissions: [inner] }],
        ])
          try {
            decodePermissionRequests(params as never)
          } catch (error) {
            if (!isLatchkeyError(error, 'validation/invalid-input')) throw error
          }
      }),
    )
  })

  it('has the function selectors that viem computes', () => {
    for (const name of [
      'transfer(address,uint256)',
      'multicall(bytes[])',
      'swap((address,uint24)[],uint256)',
    ]) {
      const asked = { type: 'contract-call', data: { address: token, calls: [name] } }
      const [grant] = decodePermissionRequests([{ ...whole, permissions: [asked] }])
      expect(grant?.permissions).toEqual([
        { type: 'contract-call', address: token, functions: [{ name, selector: toFunctionSelector(name) }] },
      ])
    }
  })

  it('a revocation contains the context of its session', async () => {
    expect(revokedContext([{ eth_accounts: {} }])).toBeUndefined()
    expect(revokedContext([])).toBeUndefined()
    expect(revokedContext([{ permissionContext: '0xAB' }])).toBe('0xab')
    expect(() => revokedContext([{ permissionContext: 'all' }])).toThrow('params.permissionContext')
    expect(() => revokedContext([{ permissionContext: '0xab', eth_accounts: {} }])).toThrow('eth_accounts')
    const { title } = await describeRequest(
      { method: 'wallet_revokePermissions', params: [{ permissionContext: '0xab' }] },
      network,
    )
    expect(title).toBe('end a session')
  })

  it('a batch of calls contains the context of its session', () => {
    expect(batchContext({ calls: [] })).toBeUndefined()
    expect(batchContext(undefined)).toBeUndefined()
    expect(batchContext({ capabilities: { paymasterService: {} } })).toBeUndefined()
    expect(batchContext({ capabilities: { permissions: { context: '0xAB' } } })).toBe('0xab')
    for (const permissions of [null, {}, { context: '' }, { context: '0xab', optional: true }, 'x'])
      expect(() => batchContext({ capabilities: { permissions } })).toThrow('capabilities.permissions')
  })
})

describe('a granted smart session', () => {
  const by = { account, chainId: 1 }
  function granted(permissions: readonly unknown[], policies: readonly unknown[] = []) {
    const clock = { seconds: 1_700_000_000 }
    const grants = eip155Grants(() => clock.seconds * 1000)
    const params = [{ ...whole, permissions, policies }]
    const context = String(grants.add(grants.read(params), params, account)[0]?.context)
    return { grants, context, clock }
  }

  it('has a unique, random context', () => {
    const { grants, context } = granted([native('0x1')])
    const params = [whole]
    const more = Array.from(
      { length: 100 },
      () => grants.add(grants.read(params), params, account)[0]?.context,
    )
    expect(new Set([context, ...more]).size).toBe(101)
    for (const one of more) expect(one).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('is refused for an unsupported signer or an expiry in the past', () => {
    const { grants } = granted([native('0x1')])
    const signer = { type: 'account', data: { address: token } }
    expect(() => grants.read([{ ...whole, signer }])).toThrow(
      expect.objectContaining({ code: 4200, message: expect.stringContaining('"account"') }),
    )
    expect(() => grants.read([{ ...whole, expiry: 1_600_000_000 }])).toThrow('has passed')
  })

  it('does not count reverted calls toward its limits', () => {
    const { grants, context } = granted([native('0x64')], [{ type: 'call-limit', data: { count: 2 } }])
    const pay = { to: token, value: '0x32' } as const
    const takeBack = grants.use(context, by, [pay, pay])
    expect(() => grants.use(context, by, [{ ...pay, value: '0x1' }])).toThrow('0 wei more')
    takeBack(1)
    grants.use(context, by, [pay])
    expect(() => grants.use(context, by, [{ ...pay, value: '0x0' }])).toThrow('2 calls')
  })

  it('counts either all calls of a batch or none', () => {
    const { grants, context } = granted([native('0x64')])
    const pay = (value: number) => ({ to: token, value: `0x${value.toString(16)}` }) as const
    expect(() => grants.use(context, by, [pay(60), pay(60)])).toThrow('40 wei more, not 60')
    grants.use(context, by, [pay(60), pay(40)])
  })

  it.each<[string, () => unknown]>([
    ['another network', () => ({ account, chainId: 2 })],
    ['another account', () => ({ account: token, chainId: 1 })],
  ])('is invalid for %s', (_, other) => {
    const { grants, context } = granted([native('0x64')])
    expect(() => grants.use(context, other() as typeof by, [{ to: token, value: '0x1' }])).toThrow(
      ProviderError,
    )
    grants.use(context, by, [{ to: token, value: '0x1' }])
  })

  it('never lets calls exceed its limits', () => {
    const value = fc.bigInt({ min: 0n, max: 60n }).map((one) => `0x${one.toString(16)}` as const)
    const to = fc.constantFrom(token, account, null, token.toUpperCase().replace('0X', '0x'))
    const transfer = fc
      .bigInt({ min: 0n, max: 60n })
      .map(
        (amount) => `0xa9059cbb${'0'.repeat(24)}${'ee'.repeat(20)}${amount.toString(16).padStart(64, '0')}`,
      )
    const data = fc.oneof(
      fc.constant(undefined),
      transfer,
      transfer.map((call) => `${call}00`),
      transfer.map((call) => `${call.slice(0, 10)}ff${call.slice(12)}`),
      tokenCall,
    )
    const batch = fc.array(fc.record({ to, value, data }), { minLength: 1, maxLength: 4 })
    const withCalls = fc.boolean()
    fc.assert(
      fc.property(withCalls, fc.array(batch, { maxLength: 12 }), (callable, batches) => {
        const calls = {
          type: 'contract-call',
          data: { address: token, calls: ['transfer(address,uint256)', 'approve(address,uint256)'] },
        }
        const { grants, context } = granted([
          native('0x64'),
          { type: 'erc20-token-transfer', data: { address: token, allowance: '0x64' } },
          ...(callable ? [calls] : []),
        ])
        let sent = 0n
        let moved = 0n
        for (const one of batches) {
          try {
            grants.use(context, by, one as never)
          } catch (error) {
            if (error instanceof ProviderError || isLatchkeyError(error)) continue
            throw error
          }
          for (const call of one) {
            sent += BigInt(call.value)
            if (call.data === undefined) continue
            expect(call.to?.toLowerCase()).toBe(token)
            const read = decodeFunctionData({ abi: erc20Abi, data: call.data as `0x${string}` })
            if (read.functionName === 'transfer') moved += read.args[1] as bigint
            else expect([callable, read.functionName]).toEqual([true, 'approve'])
          }
        }
        expect(sent).toBeLessThanOrEqual(100n)
        expect(moved).toBeLessThanOrEqual(100n)
      }),
      { numRuns: 1000 },
    )
  })
})
