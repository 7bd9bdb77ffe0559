import { decodeEip155Call, describeRequest } from 'latchkey/wallets'
import { encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'

const at = (digit: string): Hex => `0x${digit.repeat(40)}`
const [me, usdc, spender, other] = [at('a'), at('c'), at('5'), at('d')]
const most = 2n ** 256n - 1n
const network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
} as const
const tokenOf = async (contract: string) =>
  contract === usdc ? { symbol: 'USDC', decimals: 6, configured: true } : undefined

const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 until)',
  'function increaseAllowance(address spender, uint256 more)',
  'function decreaseAllowance(address spender, uint256 less)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 count, bytes data)',
  'function transferOwnership(address owner)',
  'function renounceOwnership()',
  'function grantRole(bytes32 role, address account)',
  'function upgradeTo(address code)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch(address[] to, uint256[] values, bytes[] data)',
  'function execute(bytes32 mode, bytes calls)',
  'function multicall(bytes[] calls)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
  'function stake(uint256 amount)',
  'function permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const encode = (functionName: string, ...args: readonly unknown[]) =>
  encodeFunctionData({ abi, functionName, args } as never)

const describeCall = (data: string, to = usdc, value = '0x0') =>
  describeRequest({ method: 'eth_sendTransaction', params: [{ from: me, to, value, data }] }, network, {
    tokenOf,
  })
const texts = async (data: string, to?: Hex, value?: string) =>
  (await describeCall(data, to, value)).effects.map(({ level, text }) => `${level}: ${text}`)

/*
 * The requests that the approvals recognize, and the tests that check this:
 *
 * | request                                        | test                                                              |
 * | ---------------------------------------------- | ----------------------------------------------------------------- |
 * | approve, increaseAllowance, setApprovalForAll  | here, "is described for …"                                        |
 * | transfer, transferFrom, safeTransferFrom       | here, "is described for …"                                        |
 * | a permit in a call                             | here, "is described for a permit that a call submits"             |
 * | Permit2's approve                              | here, "is described for an allowance in Permit2"                  |
 * | ownership, roles, new code, owners of a Safe   | here, "is described for …"; hidden-effects, "a change of control" |
 * | execute, executeBatch, multicall, aggregate    | here, "is described for each nested call"                         |
 * | execute of ERC-7579 and ERC-7821               | hidden-effects, "a mode of ERC-7579"                              |
 * | EIP-7702                                       | here, "is described for EIP-7702 authorizations"                  |
 * | permit of EIP-2612 and of DAI                  | typed-effects, "is described for the token permits of …"          |
 * | Permit2: single, batch, once, witness          | typed-effects, "is described for every kind of Permit2 signature" |
 * | Seaport 1.5 and 1.6                            | typed-effects, "is described for Seaport's orders"                |
 * | solana: approve, setAuthority, closeAccount    | chain-effects, "is described for …", Token and Token-2022         |
 * | solana: durable nonce                          | chain-effects, "has a caution if a durable nonce …"               |
 * | solana: recipient behind a lookup table        | chain-effects, "is a danger if the recipient is only in …"        |
 * | cosmos: authz grants, and messages inside exec | chain-effects, "is described for grants in …"                     |
 * | cosmos: IBC                                    | chain-effects, "is described for a transfer to another network"   |
 * | polkadot: proxy, multisig, batch, nested       | chain-effects, "is described for calls inside batches, proxies …" |
 * | bitcoin: inputs and outputs                    | psbt, "the fee of a PSBT"                                         |
 */
describe('the effect of a call', () => {
  it.each<[string, string, readonly string[]]>([
    ['a transfer', encode('transfer', other, 25_000_000n), [`plain: Send 25 USDC to ${other}`]],
    ['an allowance', encode('approve', spender, 5_000_000n), [`caution: Allow ${spender} to spend 5 USDC`]],
    [
      'an allowance without a limit',
      encode('approve', spender, most),
      [`danger: Allow ${spender} to spend unlimited USDC`],
    ],
    [
      'an allowance just below the highest number',
      encode('approve', spender, most - 1n),
      [expect.stringMatching(/^danger: Allow 0x5+ to spend practically unlimited USDC \(\d+\.\d+ USDC\)$/)],
    ],
    [
      'an allowance of zero',
      encode('approve', spender, 0n),
      [`plain: Revoke: ${spender} may no longer spend USDC`],
    ],
    [
      'an increased allowance',
      encode('increaseAllowance', spender, 5_000_000n),
      [`caution: Allow ${spender} to spend 5 USDC more`],
    ],
    [
      'a decreased allowance',
      encode('decreaseAllowance', spender, 5_000_000n),
      [`plain: Let ${spender} spend 5 USDC less`],
    ],
    [
      'an operator of all NFTs',
      encode('setApprovalForAll', spender, true),
      [`danger: Let ${spender} take all NFTs of ${usdc}`],
    ],
    [
      'a revoked operator of all NFTs',
      encode('setApprovalForAll', spender, false),
      [`plain: Revoke: ${spender} may no longer take NFTs of ${usdc}`],
    ],
    [
      "a transfer of another account's tokens",
      encode('transferFrom', other, spender, 25_000_000n),
      [`caution: Take 25 USDC from ${other} and send it to ${spender}`],
    ],
    [
      "a transfer of the account's own tokens",
      encode('transferFrom', me, spender, 25_000_000n),
      [`plain: Send 25 USDC to ${spender}`],
    ],
    [
      'a transfer of an NFT',
      encode('safeTransferFrom', me, spender, 7n),
      [`plain: Send NFT no. 7 of ${usdc} to ${spender}`],
    ],
    [
      'a transfer of several copies of an NFT',
      encode('safeTransferFrom', me, spender, 7n, 3n, '0x'),
      [`plain: Send 3 of NFT no. 7 of ${usdc} to ${spender}`],
    ],
    [
      'a new owner',
      encode('transferOwnership', other),
      [`danger: Give the ownership of the contract ${usdc} to ${other}`],
    ],
    [
      'an ownership that is given up',
      encode('renounceOwnership'),
      [`danger: Give up the ownership of the contract ${usdc} for good`],
    ],
    [
      'a granted role',
      encode('grantRole', `0x${'1'.repeat(64)}`, other),
      [`danger: Give ${other} the role 0x${'1'.repeat(64)} in the contract ${usdc}`],
    ],
    [
      'new code of a contract',
      encode('upgradeTo', other),
      [`danger: Replace the code of the contract ${usdc} by the code of ${other}`],
    ],
    [
      'an added owner of a Safe',
      encode('addOwnerWithThreshold', other, 1n),
      [
        `danger: Make ${other} an owner of the account ${usdc}`,
        `danger: Let 1 owners of the account ${usdc} act for it`,
      ],
    ],
    [
      'an allowance in Permit2',
      encode('approve', usdc, spender, 5_000_000n, 1_803_902_400n),
      [
        `caution: Allow ${spender} to spend 5 USDC until 1 March 2027, 12:00 UTC, through the contract ${usdc}`,
      ],
    ],
    [
      'an allowance in Permit2 that is valid in one block',
      encode('approve', usdc, spender, 5_000_000n, 0n),
      [`caution: Allow ${spender} to spend 5 USDC in the block of this call, through the contract ${usdc}`],
    ],
    [
      'a function of no known standard',
      encode('stake', 5n),
      [`danger: Call 0xa694fc3a of ${usdc} with 36 bytes: this wallet doesn't know what it does`],
    ],
  ])('is described for %s', async (_, data, expected) => {
    expect(await texts(data)).toEqual(expected)
  })

  it('shows the amount in the smallest unit if the decimals are unknown', async () => {
    expect(await texts(encode('transfer', other, 25_000_000n), spender)).toEqual([
      `caution: Send 25000000 of the smallest unit of the token ${spender} (WARNING: its decimals are unknown) to ${other}`,
    ])
    // The call is the same for a token and an NFT, so 0 may be an amount or the id of an NFT.
    const [revoked] = await texts(encode('approve', spender, 0n), other)
    expect(revoked).toMatch(/^caution: Revoke.*or take NFT no\. 0 if this is an NFT contract$/)
  })

  it('leaves out the symbol of a token if the symbol is a sentence', async () => {
    const { effects } = await describeRequest(
      {
        method: 'eth_sendTransaction',
        params: [{ from: me, to: usdc, data: encode('transfer', other, 5n) }],
      },
      network,
      { tokenOf: async () => ({ symbol: `ETH to ${me}`, decimals: 18 }) },
    )
    expect(effects[0]?.text).toBe(
      `Send 5 of the smallest unit of the token ${usdc} (WARNING: its decimals are unknown) to ${other}`,
    )
  })

  it('is described for each nested call', async () => {
    const pay = encode('transfer', other, 25_000_000n)
    const allow = encode('approve', spender, most)
    expect(await texts(encode('multicall', [pay, encode('multicall', [allow])]))).toEqual([
      `danger: Allow ${spender} to spend unlimited USDC`,
      `plain: Send 25 USDC to ${other}`,
    ])
    const account = at('e')
    const through = `Through the contract ${account}: `
    expect(await texts(encode('execute', usdc, 0n, allow), account)).toEqual([
      `danger: ${through}Allow ${spender} to spend unlimited USDC`,
    ])
    expect(
      await texts(encode('executeBatch', [other, usdc], [10n ** 18n, 0n], ['0x', pay]), account),
    ).toEqual([`plain: ${through}Send 1 ETH to ${other}`, `plain: ${through}Send 25 USDC to ${other}`])
    expect(
      await texts(encode('aggregate3', [{ target: usdc, allowFailure: true, callData: allow }]), account),
    ).toEqual([`danger: ${through}Allow ${spender} to spend unlimited USDC`])
    const packed = encodeAbiParameters(parseAbiParameters('(address,uint256,bytes)[]'), [[[usdc, 0n, allow]]])
    expect(await texts(encode('execute', `0x01${'0'.repeat(62)}`, packed), account)).toEqual([
      `danger: ${through}Allow ${spender} to spend unlimited USDC`,
    ])
    const sends: Hex = `0x00${usdc.slice(2)}${'0'.repeat(64)}${((pay.length - 2) / 2).toString(16).padStart(64, '0')}${pay.slice(2)}`
    const safe = (operation: number, data: Hex, gasPrice = 0n) =>
      texts(
        encode('execTransaction', other, 0n, data, operation, 0n, 0n, gasPrice, at('0'), at('0'), '0x'),
        account,
      )
    expect(await safe(1, encode('multiSend', sends))).toEqual([
      `danger: Run the code of ${other} with all rights of the contract ${account}`,
      `plain: ${through}Send 25 USDC to ${other}`,
    ])
    // With a gas price, the Safe refunds the gas without a limit. So the call is a danger.
    expect((await safe(0, '0x', 1n))[0]).toMatch(/^danger: Call 0x6a761202/)
  })

  it('is a danger if calls are nested too deeply or encoded unusually', async () => {
    let data = encode('approve', spender, most)
    for (let depth = 0; depth < 12; depth++) data = encode('multicall', [data])
    expect(await texts(data)).toEqual(['danger: Make more calls than this wallet can show'])
    // The offset of the list points to the end of the data instead of to the list.
    const honest = encode('multicall', [encode('transfer', other, 1n)])
    const hidden = honest.replace('20'.padStart(64, '0'), 'e0'.padStart(64, '0'))
    expect((await texts(hidden))[0]).toMatch(/^danger: Call 0xac9650d8/)
    for (const more of ['00', '00'.repeat(32)])
      expect((await texts(honest + more))[0]).toMatch(/^danger: Call 0xac9650d8/)
  })

  it('includes the native coins that a call sends', async () => {
    expect(await texts(encode('transfer', other, 1n), usdc, '0xde0b6b3a7640000')).toEqual([
      `plain: Send 1 ETH to ${usdc}`,
      `plain: Send 0.000001 USDC to ${other}`,
    ])
    const calls = [
      { to: other, value: '0x1' },
      { to: usdc, data: encode('approve', spender, most) },
    ]
    const batch = { method: 'wallet_sendCalls', params: [{ from: me, calls }] }
    const { level, dangers, effects } = await describeRequest(batch, network, { tokenOf })
    expect([level, dangers]).toEqual(['danger', ['unlimited']])
    expect(effects.map(({ text }) => text)).toEqual([
      `Allow ${spender} to spend unlimited USDC`,
      `Send 0.000000000000000001 ETH to ${other}`,
    ])
  })

  it('is described for EIP-7702 authorizations', async () => {
    const told = async (authorizationList: unknown, more: object = { type: '0x4' }) => {
      const call = { from: me, to: usdc, data: encode('transfer', other, 25_000_000n), authorizationList }
      const params = [{ ...call, ...more }]
      return (
        await describeRequest({ method: 'eth_sendTransaction', params }, network, { tokenOf })
      ).effects.map(({ level, text }) => `${level}: ${text}`)
    }
    const code = (where: string) =>
      `danger: Let the code of ${spender} act for the account that signed the authorization, on ${where}: the code may do anything with the account (EIP-7702)`
    const sent = `plain: Send 25 USDC to ${other}`
    const one = { address: spender, chainId: '0x1', nonce: '0x0' }
    expect(await told([one])).toEqual([code('eip155:1'), sent])
    expect(await told([one, { contractAddress: spender, chainId: 0, nonce: 1 }])).toEqual([
      code('eip155:1'),
      code('every network'),
      sent,
    ])
    expect(await told([{ ...one, address: me }])).toEqual([code('eip155:1').replace(spender, me), sent])
    expect(await told([{ ...one, address: at('0') }])).toEqual([
      'caution: Remove the code that acts for the account that signed the authorization, on eip155:1 (EIP-7702)',
      sent,
    ])
    for (const list of [
      [],
      {},
      [null],
      [{ ...one, address: '0x1' }],
      [{ ...one, contractAddress: me }],
      [{ address: me }],
    ])
      await expect(told(list), JSON.stringify(list)).rejects.toMatchObject({
        code: 'validation/invalid-input',
      })
    await expect(told([one], { type: '0x2' })).rejects.toMatchObject({ code: 'validation/invalid-input' })
    expect(() => decodeEip155Call({ from: me, to: me, authorizationList: [one] })).toThrow(/EIP-7702/)
  })

  it('is described for a permit that a call submits', async () => {
    const bytes = `0x${'0'.repeat(64)}`
    const permit = encode('permit', me, spender, most, 1_803_902_400n, 27, bytes, bytes)
    expect(await texts(permit)).toEqual([expect.stringMatching(/^danger: .*0x5{40} .*unlimited USDC/)])
  })
})
