import { describeRequest } from 'latchkey/wallets'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'

const at = (digit: string): Hex => `0x${digit.repeat(40)}`
const [me, usdc, spender, other] = [at('a'), at('c'), at('5'), at('d')]
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const seaport = '0x0000000000000068F116a894984e2DB1123eB395'
const most = String(2n ** 256n - 1n)
const noon = '1803902400'
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

const members = (text: string) =>
  text.split(',').map((one) => {
    const [type = '', name = ''] = one.split(' ')
    return { type, name }
  })
interface Typed {
  readonly types: Readonly<Record<string, string>>
  readonly primaryType: string
  readonly message: object
  readonly domain?: object
}
async function texts({ types, primaryType, message, domain = { verifyingContract: usdc } }: Typed) {
  const data = {
    types: Object.fromEntries(Object.entries(types).map(([name, text]) => [name, members(text)])),
    ...{ primaryType, message, domain },
  }
  const { effects } = await describeRequest(
    { method: 'eth_signTypedData_v4', params: [me, JSON.stringify(data)] },
    network,
    { tokenOf },
  )
  return effects.map(({ level, text }) => `${level}: ${text}`)
}

const permit = {
  types: { Permit: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline' },
  primaryType: 'Permit',
  message: { owner: me, spender, value: '5000000', nonce: 0, deadline: noon },
}
const dai = {
  types: { Permit: 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed' },
  primaryType: 'Permit',
  message: { holder: me, spender, nonce: 0, expiry: 0, allowed: true },
}
const details = 'address token,uint160 amount,uint48 expiration,uint48 nonce'
const permissions = 'address token,uint256 amount'
const transfers = 'address spender,uint256 nonce,uint256 deadline'
const detail = { token: usdc, amount: '5000000', expiration: noon, nonce: 0 }
const single = {
  domain: { name: 'Permit2', verifyingContract: permit2 },
  types: {
    PermitSingle: 'PermitDetails details,address spender,uint256 sigDeadline',
    PermitDetails: details,
  },
  primaryType: 'PermitSingle',
  message: { details: detail, spender, sigDeadline: noon },
}
const taken = { permitted: { token: usdc, amount: '5000000' }, spender, nonce: 0, deadline: noon }
const through = `through the contract ${permit2.toLowerCase()}`

describe('the effect of typed data', () => {
  it('is described for the token permits of EIP-2612 and DAI', async () => {
    expect(await texts(permit)).toEqual([
      `caution: Permit: ${spender} may spend 5 USDC until 1 March 2027, 12:00 UTC`,
    ])
    expect(await texts({ ...permit, message: { ...permit.message, value: most, deadline: most } })).toEqual([
      `danger: Permit: ${spender} may spend unlimited USDC, without an end`,
    ])
    expect(await texts(dai)).toEqual([`danger: Permit: ${spender} may spend unlimited USDC, without an end`])
    expect(await texts({ ...dai, message: { ...dai.message, allowed: false } })).toEqual([
      `plain: Revoke: ${spender} may no longer spend USDC`,
    ])
    expect(await texts({ ...permit, message: { ...permit.message, owner: other } })).toEqual([
      `caution: Permit: ${spender} may spend 5 USDC of ${other} until 1 March 2027, 12:00 UTC`,
    ])
  })

  it('is described for every kind of Permit2 signature', async () => {
    const until = 'until 1 March 2027, 12:00 UTC'
    expect(await texts(single)).toEqual([`caution: Permit: ${spender} may spend 5 USDC ${until}, ${through}`])
    const batch = {
      ...single,
      types: {
        PermitBatch: 'PermitDetails[] details,address spender,uint256 sigDeadline',
        PermitDetails: details,
      },
      primaryType: 'PermitBatch',
      message: {
        ...single.message,
        details: [detail, { ...detail, token: other, amount: String(2n ** 160n - 1n) }],
      },
    }
    expect(await texts(batch)).toEqual([
      `danger: Permit: ${spender} may spend unlimited tokens of the contract ${other} ${until}, ${through}`,
      `caution: Permit: ${spender} may spend 5 USDC ${until}, ${through}`,
    ])
    // An expiration of 0 is the time of the block that includes the permit, which the spender can choose until `sigDeadline`.
    const inOneBlock = { ...detail, expiration: 0 }
    const isLive = [`caution: Permit: ${spender} may spend 5 USDC ${until}, ${through}`]
    expect(await texts({ ...single, message: { ...single.message, details: inOneBlock } })).toEqual(isLive)
    expect(await texts({ ...batch, message: { ...single.message, details: [inOneBlock] } })).toEqual(isLive)
    const once = {
      ...single,
      types: { PermitTransferFrom: `TokenPermissions permitted,${transfers}`, TokenPermissions: permissions },
      primaryType: 'PermitTransferFrom',
      message: taken,
    }
    const expected = [`caution: Permit: ${spender} may take 5 USDC ${until}, ${through}`]
    expect(await texts(once)).toEqual(expected)
    const witness = {
      ...once,
      types: {
        PermitWitnessTransferFrom: `TokenPermissions permitted,${transfers},Swap witness`,
        Swap: 'address to',
        TokenPermissions: permissions,
      },
      primaryType: 'PermitWitnessTransferFrom',
      message: { ...taken, witness: { to: other } },
    }
    expect(await texts(witness)).toEqual(expected)
    const all = {
      ...witness,
      types: {
        ...{ Swap: 'address to', TokenPermissions: permissions },
        PermitBatchWitnessTransferFrom: `TokenPermissions[] permitted,${transfers},Swap witness`,
      },
      primaryType: 'PermitBatchWitnessTransferFrom',
      message: { ...witness.message, permitted: [taken.permitted, { ...taken.permitted, token: other }] },
    }
    expect(await texts(all)).toEqual([
      ...expected,
      expect.stringMatching(new RegExp(`^caution: Permit: ${spender} may take 5000000 .*${other}`)),
    ])
  })

  it('is a danger if a list of permits is empty or very long', async () => {
    const lists = (count: number): readonly Typed[] => [
      {
        ...single,
        types: {
          PermitBatch: 'PermitDetails[] details,address spender,uint256 sigDeadline',
          PermitDetails: details,
        },
        primaryType: 'PermitBatch',
        message: { ...single.message, details: Array(count).fill(detail) },
      },
      {
        ...single,
        types: {
          PermitBatchTransferFrom: `TokenPermissions[] permitted,${transfers}`,
          TokenPermissions: permissions,
        },
        primaryType: 'PermitBatchTransferFrom',
        message: { ...taken, permitted: Array(count).fill(taken.permitted) },
      },
    ]
    for (const typed of lists(0))
      expect(await texts(typed)).toEqual([
        `danger: Sign a message of the type ${typed.primaryType} for the contract ${permit2.toLowerCase()}: this wallet doesn't know what it allows`,
      ])
    for (const typed of lists(201))
      expect(await texts(typed)).toEqual(['danger: Sign more entries than this wallet can show'])
    for (const typed of lists(200)) expect(await texts(typed)).toHaveLength(200)
  })

  it('is a danger if a known contract has an unknown address', async () => {
    const [first, second] = await texts({ ...single, domain: { name: 'Permit2', verifyingContract: other } })
    expect(first).toBe(
      `danger: Sign for the contract ${other}, which claims to be Permit2 and has another address`,
    )
    expect(second).toMatch(/^caution: Permit: 0x5+ may spend 5 USDC/)
  })

  it('is a danger if a known type has unknown members', async () => {
    const unknown = `danger: Sign a message of the type Permit for the contract ${usdc}: this wallet doesn't know what it allows`
    const odd = {
      types: { Permit: `${permit.types.Permit},uint256 more` },
      primaryType: 'Permit',
      message: { ...permit.message, more: 1 },
    }
    expect(await texts(odd)).toEqual([unknown])
    const mail = { types: { Mail: 'string text' }, primaryType: 'Mail', message: { text: 'hi' }, domain: {} }
    expect(await texts(mail)).toEqual([
      "danger: Sign a message of the type Mail: this wallet doesn't know what it allows",
    ])
  })

  it("is described for Seaport's orders", async () => {
    const item =
      'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
    const nft = { itemType: 2, token: other, identifierOrCriteria: 7, startAmount: 1, endAmount: 1 }
    const ether = (amount: string, recipient: string) => ({
      ...{ itemType: 0, token: at('0'), identifierOrCriteria: 0, startAmount: amount, endAmount: amount },
      recipient,
    })
    const order = (
      offer: readonly object[],
      consideration: readonly object[],
      verifyingContract = seaport,
    ) => ({
      domain: { name: 'Seaport', version: '1.6', verifyingContract },
      types: {
        OrderComponents:
          'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter',
        OfferItem: item,
        ConsiderationItem: `${item},address recipient`,
      },
      primaryType: 'OrderComponents',
      message: {
        ...{ offerer: me, zone: at('0'), offer, consideration, orderType: 0, startTime: 0, endTime: noon },
        ...{ zoneHash: `0x${'0'.repeat(64)}`, salt: 1, conduitKey: `0x${'0'.repeat(64)}`, counter: 0 },
      },
    })
    const end = 'until 1 March 2027, 12:00 UTC'
    // Each version of Seaport has its own contract.
    const older = order([nft], [ether('1', me)], '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC')
    expect(await texts({ ...older, domain: { ...older.domain, version: '1.5' } })).toEqual([
      `caution: Order: give NFT no. 7 of ${other} for 0.000000000000000001 ETH to you, ${end}`,
    ])
    expect((await texts(older))[0]).toMatch(/^danger: .*claims to be Seaport/)
    expect(await texts(order([nft], [ether('2000000000000000000', me), ether('1', spender)]))).toEqual([
      `caution: Order: give NFT no. 7 of ${other} for 2 ETH to you, 0.000000000000000001 ETH goes to ${spender}, ${end}`,
    ])
    expect(await texts(order([nft], [ether('2000000000000000000', spender)]))).toEqual([
      `danger: Order: give NFT no. 7 of ${other} for nothing to you, 2 ETH goes to ${spender}, ${end}`,
    ])
    expect((await texts(order([{ ...nft, itemType: 4 }], [ether('1', me)])))[0]).toMatch(
      /^danger: .*the buyer chooses which NFTs$/,
    )
    expect((await texts(order([nft], [ether('1', me)], other)))[0]).toMatch(/^danger: .*claims to be Seaport/)
    for (const long of [order(Array(201).fill(nft), []), order([nft], Array(201).fill(ether('1', me)))])
      expect(await texts(long)).toEqual(['danger: Sign more entries than this wallet can show'])
  })

  it('is described as ended if its deadline is 0', async () => {
    const [text] = await texts({ ...permit, message: { ...permit.message, deadline: 0 } })
    expect(text).toContain('may spend 5 USDC until 1 January 1970')
  })

  it('is described for the call in a Safe transaction', async () => {
    const safe = {
      domain: { verifyingContract: other },
      types: {
        SafeTx:
          'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce',
      },
      primaryType: 'SafeTx',
      message: {
        ...{ to: usdc, value: 0, operation: 0, safeTxGas: 0, baseGas: 0, gasPrice: 0, nonce: 0 },
        ...{ gasToken: at('0'), refundReceiver: at('0') },
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, BigInt(most)] }),
      },
    }
    const allowed = `Through the contract ${other}: Permit: ${spender} may spend unlimited USDC, without an end`
    expect(await texts(safe)).toEqual([`danger: ${allowed}`])
    expect((await texts({ ...safe, message: { ...safe.message, operation: 1 } }))[0]).toBe(
      `danger: Run the code of ${usdc} with all rights of the contract ${other}`,
    )
  })
})

describe('the effect of a message', () => {
  const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`
  const said = async (message: string) => {
    const { effects } = await describeRequest({ method: 'personal_sign', params: [message, me] }, network)
    return effects.map(({ level, text }) => `${level}: ${text}`)
  }
  const signIn = `shop.example wants you to sign in with your Ethereum account:\n${me}\n\n\nURI: https://shop.example\nVersion: 1`

  it('is described as a sign-in, a text or unreadable bytes', async () => {
    expect(await said(hexOf(signIn))).toEqual(['plain: Sign in to shop.example'])
    expect(await said(hexOf('hello'))).toEqual(['plain: Sign a message'])
    expect(await said(`0x${'ff'.repeat(32)}`)).toEqual(["danger: Sign 32 bytes that aren't text"])
    expect(await said(hexOf('Tab\t, Zoë\r\nand 🙂: 31 and 33 are fine'))).toEqual(['plain: Sign a message'])
    for (const length of [31, 33])
      expect(await said(hexOf('a'.repeat(length)))).toEqual(['plain: Sign a message'])
  })

  it('is a danger if the text may be a hash, or has control characters', async () => {
    const hash = ['danger: Sign 32 bytes that may be a hash: what they stand for is not shown']
    expect(await said(hexOf('a'.repeat(32)))).toEqual(hash)
    expect(await said(`0x${'2f'.repeat(32)}`)).toEqual(hash)
    for (const control of ['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f'])
      expect(await said(hexOf(`hello${control}`))).toEqual([
        'danger: Sign bytes that look like a text, but contain control characters',
      ])
  })

  it('is a danger if a sign-in grants more than the right to send requests', async () => {
    const recap = (att: object) =>
      `${signIn}\nResources:\n- urn:recap:${Buffer.from(JSON.stringify({ att })).toString('base64url')}`
    const granted = [
      'danger: Let shop.example act for this account, as the message says',
      'plain: Sign in to shop.example',
    ]
    expect(await said(hexOf(recap({ 'https://drive.example': { 'file/write': [{}] } })))).toEqual(granted)
    // WalletConnect's one-click sign-in grants only the right to send requests.
    expect(await said(hexOf(recap({ eip155: { 'request/personal_sign': [{}] } })))).toEqual([granted[1]])
    expect(await said(hexOf(`${signIn}\nResources:\n- urn:recap:!`))).toEqual(granted)
  })
})
