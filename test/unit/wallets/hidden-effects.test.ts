import { describeRequest } from 'latchkey/wallets'
import { encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'

const at = (digit: string): Hex => `0x${digit.repeat(40)}`
const [me, usdc, spender, other, zero] = [at('a'), at('c'), at('5'), at('d'), at('0')]
const role: Hex = `0x${'1'.repeat(64)}`
const network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
} as const
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function removeOwner(address previous, address owner, uint256 threshold)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function swapOwner(address previous, address owner, address added)',
  'function renounceOwnership()',
  'function renounceRole(bytes32 role, address account)',
  'function revokeRole(bytes32 role, address account)',
  'function multiSend(bytes transactions)',
  'function multicall(bytes[] calls)',
  'function multicall(uint256 deadline, bytes[] calls)',
  'function aggregate((address to, bytes data)[] calls)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function executeBatch(address[] to, uint256[] values, bytes[] data)',
  'function execute((address to, uint256 value, bytes data)[] calls)',
  'function execute(address to, uint256 value, bytes data)',
  'function execute(bytes32 mode, bytes calls)',
  'function lockdown((address token, address spender)[] pairs)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] counts, bytes data)',
])
const encode = (functionName: string, ...args: readonly unknown[]) =>
  encodeFunctionData({ abi, functionName, args } as never)

type Token = { readonly symbol: string; readonly decimals: number; readonly configured?: boolean }
const describeCall = (data: string, to: string = usdc, token?: Token) =>
  describeRequest(
    { method: 'eth_sendTransaction', params: [{ from: me, to, value: '0x0', data }] },
    network,
    {
      tokenOf: async (contract) => (contract === usdc ? token : undefined),
    },
  )
const texts = async (data: string, to?: string, token?: Token) =>
  (await describeCall(data, to, token)).effects.map(({ level, text }) => `${level}: ${text}`)

describe('a change of control', () => {
  it('shows how many owners can act for a Safe', async () => {
    const few = `danger: Let 1 owners of the account ${usdc} act for it`
    expect(await texts(encode('removeOwner', other, spender, 1n))).toEqual([
      few,
      `caution: Remove the owner ${spender} of the account ${usdc}`,
    ])
    expect(await texts(encode('addOwnerWithThreshold', other, 1n))).toEqual([
      `danger: Make ${other} an owner of the account ${usdc}`,
      few,
    ])
  })

  it('shows both the new and the removed owner of a Safe whose owner is replaced', async () => {
    expect(await texts(encode('swapOwner', other, spender, zero))).toEqual([
      `danger: Make ${zero} an owner of the account ${usdc}`,
      `caution: Remove the owner ${spender} of the account ${usdc}`,
    ])
  })

  it('is a danger if the account gives up its role', async () => {
    const lost = `danger: Give up the role ${role} in the contract ${usdc} for good`
    expect(await texts(encode('renounceRole', role, me))).toEqual([lost])
    expect(await texts(encode('revokeRole', role, me))).toEqual([lost])
    expect(await texts(encode('execute', usdc, 0n, encode('renounceRole', role, spender)), spender)).toEqual([
      `danger: Through the contract ${spender}: ${lost.slice('danger: '.length)}`,
    ])
    expect(await texts(encode('revokeRole', role, other))).toEqual([
      `caution: Take the role ${role} in the contract ${usdc} from ${other}`,
    ])
  })
})

describe('the name of a token', () => {
  const pay = encode('transfer', other, 1_000_000_000n)

  it('is shown with the contract if the token is not configured', async () => {
    const token = { symbol: 'USDC', decimals: 6 }
    expect(await texts(pay, usdc, token)).toEqual([`plain: Send 1000 USDC (token ${usdc}) to ${other}`])
    expect(await texts(encode('approve', spender, 2n ** 256n - 1n), usdc, token)).toEqual([
      `danger: Allow ${spender} to spend unlimited USDC (token ${usdc})`,
    ])
    expect(await texts(pay, usdc, { ...token, configured: true })).toEqual([
      `plain: Send 1000 USDC to ${other}`,
    ])
  })
})

describe('a list of calls', () => {
  /** Encodes one call in the list of MultiSend. */
  const packed = (to: string, data: string, operation = '00') =>
    `${operation}${to.slice(2)}${'0'.repeat(64)}${((data.length - 2) / 2).toString(16).padStart(64, '0')}${data.slice(2)}`

  it('is shown only up to a limit', async () => {
    const many = (count: number, operation: string) =>
      encode('multiSend', `0x${packed(other, '0x', operation).repeat(count)}`)
    for (const operation of ['00', '01']) {
      const told = await texts(many(7000, operation))
      expect(told.length).toBeLessThanOrEqual(202)
      expect(told).toContain('danger: Make more calls than this wallet can show')
    }
    expect(await texts(many(3, '00'))).toEqual(Array(3).fill(`plain: Send 0 ETH to ${other}`))
    // The first list ends early. The others have an extra byte, a length beyond the list, and an unknown operation.
    const pay = packed(usdc, encode('transfer', other, 1n))
    for (const broken of [pay.slice(0, -2), `${pay}00`, pay.replace('0044', 'ff44'), `02${pay.slice(2)}`])
      expect((await texts(encode('multiSend', `0x${broken}`)))[0]).toMatch(/^danger: Call 0x8d80ff0a/)
  })

  it.each<[string, Hex]>([
    ['multicall', encode('multicall', [])],
    ['multicall with a deadline', encode('multicall', 1n, [])],
    ['aggregate', encode('aggregate', [])],
    ['aggregate3', encode('aggregate3', [])],
    ['executeBatch', encode('executeBatch', [], [], [])],
    ['execute', encode('execute', [])],
    ['lockdown', encode('lockdown', [])],
    ['multiSend', encode('multiSend', '0x')],
    ['safeBatchTransferFrom', encode('safeBatchTransferFrom', me, other, [], [], '0x')],
    ['a list in a list', encode('multicall', [encode('multicall', [])])],
  ])('has an unknown effect if it is empty: %s', async (_, data) => {
    const { effects, dangers } = await describeCall(data)
    expect(effects.map(({ text }) => text)).toEqual([
      expect.stringMatching(/Call 0x[0-9a-f]{8} of 0xc+ with/),
    ])
    expect(dangers).toEqual(['unknown'])
  })
})

describe('a mode of ERC-7579', () => {
  const allow = encode('approve', spender, 5n)
  const list = (to: Hex) =>
    encodeAbiParameters(parseAbiParameters('(address,uint256,bytes)[]'), [[[to, 0n, allow]]])
  const withData = encodeAbiParameters(parseAbiParameters('(address,uint256,bytes)[],bytes'), [
    [[usdc, 0n, allow]],
    '0x12',
  ])
  const mode = (start: string): Hex => `0x${start.padEnd(64, '0')}`
  const execute = (start: string, calls: Hex) => texts(encode('execute', mode(start), calls), other)
  const [plain, erc7821] = ['01', `01${'0'.repeat(10)}78210001`]
  const allowed = (token: string) =>
    expect.stringMatching(new RegExp(`^caution: Through the contract ${other}: Allow ${spender} .*${token}`))
  const unknown = expect.stringMatching(/^danger: Call 0xe9ae5c53 of 0xd+ with/)

  it('is decoded for each known kind of call', async () => {
    expect(await execute(plain, list(usdc))).toEqual([allowed(usdc)])
    expect(await execute(erc7821, list(usdc))).toEqual([allowed(usdc)])
    expect(await execute(erc7821, withData)).toEqual([allowed(usdc)])
    expect(await execute('00', `${usdc}${'0'.repeat(64)}${allow.slice(2)}`)).toEqual([allowed(usdc)])
    expect(await execute('ff', `${usdc}${allow.slice(2)}`)).toEqual([
      `danger: Run the code of ${usdc} with all rights of the contract ${other}`,
    ])
  })

  it('replaces the zero address only in ERC-7821', async () => {
    expect(await execute(erc7821, list(zero))).toEqual([allowed(other)])
    expect(await execute(plain, list(zero))).toEqual([unknown, allowed(zero)])
  })

  it.each([
    ['an unknown selector', `01${'0'.repeat(10)}12345678`],
    ['a list of lists', `01${'0'.repeat(10)}78210002`],
    ['skipped failures', '0101'],
    ['a reserved byte', '010001'],
    ['data in the mode', `01${'0'.repeat(18)}01`],
    ['a single call with a selector', `00${'0'.repeat(10)}12345678`],
    ['delegated code with a selector', `ff${'0'.repeat(10)}12345678`],
    ['an unknown kind of call', '02'],
  ])('is not understood if it has %s', async (_, start) => {
    expect(await execute(start, list(usdc))).toEqual([unknown])
  })

  it('is not understood if it is plain and comes with data of ERC-7821', async () => {
    expect(await execute(plain, withData)).toEqual([unknown])
  })
})

describe('bytes after the arguments', () => {
  const more = (count: number) =>
    `caution: Send ${count} more bytes with the call of ${usdc}, which most contracts ignore`

  it('are reported if all arguments of the call have a fixed size', async () => {
    const suffix = '1234abcd'
    expect(
      await texts(`${encode('transfer', other, 1n)}${suffix}`, usdc, { symbol: 'T', decimals: 0 }),
    ).toEqual([more(4), `plain: Send 1 T (token ${usdc}) to ${other}`])
    expect(await texts(`${encode('renounceOwnership')}00`)).toEqual([
      `danger: Give up the ownership of the contract ${usdc} for good`,
      more(1),
    ])
  })

  it('make a call unreadable if an argument has a variable size', async () => {
    const list = encode('multicall', [encode('transfer', other, 1n)])
    for (const data of [`${list}1234`, `${list}${'00'.repeat(32)}`])
      expect((await texts(data))[0]).toMatch(/^danger: Call 0xac9650d8/)
    expect((await texts(encode('transfer', other, 1n).slice(0, -2)))[0]).toMatch(/^danger: Call 0xa9059cbb/)
  })
})
