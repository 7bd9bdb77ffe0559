import type { Devnet } from 'latchkey/devnet'
import { formatSignInMessage, verifySignIn } from 'latchkey/siwx'
import {
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  pad,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroAddress,
  zeroHash,
} from 'viem'
import {
  createBundlerClient,
  entryPoint07Address,
  getUserOperationHash,
  toSoladySmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeRpc } from '../../src/devnet/node-rpc.ts'
import { type RunningSmartAccounts, startSmartAccounts } from '../../src/devnet/smart-accounts.ts'
import { answersOf } from '../../src/embedded-wallet/answers.ts'
import { networksFrom } from '../../src/embedded-wallet/networks.ts'
import { rpcAnswers } from '../../src/embedded-wallet/requests/rpc.ts'
import type { Prepared } from '../../src/embedded-wallet/requests/signing.ts'
import { accountsOf } from '../../src/embedded-wallet/smart-account/accounts.ts'
import { smartRequests } from '../../src/embedded-wallet/smart-account/smart-requests.ts'
import { batchesIn } from '../../src/embedded-wallet/store/batches.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Fetch } from '../../src/ports.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type Loopback, loopback } from '../support/loopback.ts'
import { receiptOf } from '../support/receipt.ts'

let devnet: Devnet
let running: RunningSmartAccounts
let node: string

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  node = devnet.nodes[0]!.url
  running = await startSmartAccounts({ networks: devnet.networks })
}, leaseTimeout)
afterAll(async () => {
  await running?.stop()
  await devnet?.stop()
})

/** Creates an account with viem, which is independent of our bundler. */
async function account(key: Hex = generatePrivateKey(), { chains } = running) {
  const { bundlerUrl, factory } = chains[0]!
  const chain = {
    ...{ id: 31337, name: 'One', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    rpcUrls: { default: { http: [node] } },
  }
  const client = createPublicClient({ chain, transport: http(node) })
  const owner = privateKeyToAccount(key)
  const salt: Hex = `${owner.address}${'0'.repeat(24)}`
  const smart = await toSoladySmartAccount({ client, owner, factoryAddress: factory, salt })
  const bundler = createBundlerClient({ account: smart, client, transport: http(bundlerUrl) })
  return { client, owner, smart, bundler }
}
const pay = (address: string, value: bigint) =>
  nodeRpc(node, 'anvil_setBalance', [address, `0x${value.toString(16)}`]).catch(() => {})
const receiver = (at: number): Hex => `0x${String(at).padStart(40, '7')}`

describe('the bundler of the devnet', () => {
  it('creates an account and executes its batch in one transaction', async () => {
    const { client, smart, bundler } = await account()
    await pay(smart.address, parseEther('1'))
    expect(await client.getCode({ address: smart.address })).toBeUndefined()
    const hash = await bundler.sendUserOperation({
      calls: [
        { to: receiver(1), value: 1n },
        { to: receiver(2), value: 2n },
      ],
    })
    const { success, receipt } = await bundler.waitForUserOperationReceipt({ hash })
    expect(success).toBe(true)
    expect(receipt.status).toBe('success')
    expect(await client.getCode({ address: smart.address })).toMatch(/^0x.+/)
    expect(await client.getBalance({ address: receiver(1) })).toBe(1n)
    expect(await client.getBalance({ address: receiver(2) })).toBe(2n)
    const found = await bundler.getUserOperation({ hash })
    expect(found.transactionHash).toBe(receipt.transactionHash)
    expect(await bundler.getSupportedEntryPoints()).toEqual(['0x0000000071727De22E5E9d8BAf0edAc6f37da032'])
  })

  it('accepts a sent operation even if the node fails while the bundle is being mined', async () => {
    let failures = 0
    const proxy = await loopback(async ({ body }, response) => {
      const fails = body.includes('eth_getTransactionReceipt') && body.includes(sent) && failures++ === 0
      const answer = fails ? '{"error":{"message":"busy"}}' : await (await fetch(node, posted(body))).text()
      if (body.includes('eth_sendTransaction')) sent = JSON.parse(answer).result
      response.end(answer)
    })
    let sent = 'nothing'
    const posted = (body: string) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const [network] = devnet.networks
    const rpcUrls = { default: { http: [proxy.url] } }
    const behind = await startSmartAccounts({ networks: [{ ...network!, rpcUrls }] })
    try {
      const { client, smart, bundler } = await account(undefined, behind)
      await pay(smart.address, parseEther('1'))
      const hash = await bundler.sendUserOperation({ calls: [{ to: receiver(11), value: 1n }] })
      expect(failures).toBeGreaterThan(0)
      expect((await bundler.waitForUserOperationReceipt({ hash })).success).toBe(true)
      expect(await client.getBalance({ address: receiver(11) })).toBe(1n)
    } finally {
      await behind.stop()
      await proxy.close()
    }
  })
})

/** Creates the frame's smart account for a new user, without the wallet service and without a screen. */
async function ownAccount({
  paymasterUrl,
  mined,
  named,
  domain,
  refusal,
}: {
  readonly paymasterUrl?: string
  /** If set, the bundler reports no receipts until this promise resolves. */
  readonly mined?: Promise<void>
  /** Returns the address that the node states instead of the account's address. */
  readonly named?: () => Hex | undefined
  /** Returns the node's answer to calls of `eip712Domain`, instead of the contract's answer. */
  readonly domain?: () => Hex
  /** The error with which the bundler answers an operation, although it accepts the operation. It then denies that it knows it. */
  readonly refusal?: { readonly code: number; readonly message: string }
} = {}) {
  const key = generatePrivateKey()
  const { address: owner } = privateKeyToAccount(key)
  const addresses = { eip155: owner, solana: '' }
  const wallet = { version: 1, splitAt: 0, addresses }
  const kept = new Map<string, unknown>()
  const store = {
    get: async <T>(name: string) => kept.get(name) as T | undefined,
    set: async (name: string, value: unknown) => void kept.set(name, value),
    remove: async (name: string) => void kept.delete(name),
    names: async () => [...kept.keys()],
    async change<T>(name: string, change: (value: T | undefined) => T) {
      const changed = change(kept.get(name) as T | undefined)
      kept.set(name, changed)
      return changed
    },
  }
  const asked: string[] = []
  const operations: unknown[] = []
  const asking: Fetch = async (input, init) => {
    const { id, method, params } = JSON.parse(String(init?.body)) as {
      id: number
      method: string
      params: readonly [{ to?: string; data?: string }]
    }
    asked.push(method)
    if (method === 'eth_sendUserOperation') operations.push(params[0])
    const answer = (result: Hex) => Response.json({ jsonrpc: '2.0', id, result })
    const [{ to, data = '' }] = method === 'eth_call' ? params : [{}]
    const other = to === running.chains[0]!.factory ? named?.() : undefined
    if (other) return answer(pad(other))
    // The selector of `eip712Domain()`.
    if (domain && data.includes('84b0196e')) return answer(domain())
    if (refusal && method === 'eth_sendUserOperation') {
      await fetch(input, init)
      return Response.json({ jsonrpc: '2.0', id, error: refusal })
    }
    if (refusal && method === 'eth_getUserOperationByHash')
      return Response.json({ jsonrpc: '2.0', id, result: null })
    if (method === 'eth_getUserOperationReceipt') await mined
    return fetch(input, init)
  }
  const accounts = accountsOf({
    health: new Map(),
    keys: { wallet: async () => ({ user: { id: 'ann', provider: 'email' }, wallet }) } as never,
    store,
    chains: running.chains.map((chain) => ({ ...chain, ...(paymasterUrl && { paymasterUrl }) })),
    fetch: asking,
    userFetch: asking,
    clock: systemClock,
  })
  const networks = networksFrom(
    devnet.networks.map(({ caipNetworkId, name, nativeCurrency, rpcUrls }) => ({
      ...{ id: caipNetworkId, name, nativeCurrency, rpcUrl: rpcUrls.default.http[0]! },
    })),
    'eip155:31337',
    'eip155:1',
  )
  const clock = {
    now: Date.now,
    after: (ms: number, run: () => void) => {
      // Shortens the pauses between two polls, but not the time limits of requests.
      const timer = setTimeout(run, ms < 10_000 ? Math.min(ms, 20) : ms)
      return () => clearTimeout(timer)
    },
    every: () => () => {},
  }
  const network = networks.of('eip155')
  const { address } = (await accounts.smart(owner, network))!
  const batches = (kind: 'plain' | 'smart') => batchesIn(store, kind, 'https://page.example')
  /** Returns the accounts of a frame after a reload. */
  const reloaded = (origin = 'https://page.example') =>
    smartRequests(accounts, networks, clock, batchesIn(store, 'smart', origin))
  const requests = reloaded()
  const prepare = (method: string, ...params: readonly unknown[]) =>
    requests.prepare({ method, params }, wallet, network)
  const secrets = { eip155: key, solana: new Uint8Array() } as never
  const client = createPublicClient({ transport: http(node) })
  const shown: unknown[] = []
  const load = () =>
    rpcAnswers({
      health: new Map(),
      ...{ accounts, networks, clock, fetch, batches },
      keys: {
        wallet: async () => ({ user: { id: 'ann', provider: 'email' }, wallet }),
        held: async () => true,
        withSecrets: async (use: (of: never) => unknown) => use(secrets),
      } as never,
      asker: () => ({ origin: 'https://page.example', claimedName: undefined }),
      restoreKey: async () => {},
      approve: async (approval) => void shown.push(approval),
      during: (run) => run(),
    })
  const held = {
    owner,
    address,
    accounts,
    networks,
    network,
    requests,
    reloaded,
    prepare,
    secrets,
    client,
    asked,
    operations,
    kept,
  }
  return { ...held, rpc: load(), load, shown, key }
}

describe('the bundler refuses', () => {
  const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
  const hex = (operation: object) =>
    JSON.parse(
      JSON.stringify(operation, (_, one) => (typeof one === 'bigint' ? `0x${one.toString(16)}` : one)),
    )
  async function ask(method: string, ...params: readonly unknown[]) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(running.chains[0]!.bundlerUrl, { method: 'POST', headers, body })
    return (await answer.json()) as { result?: unknown; error?: { code: number; message: string } }
  }
  /**
   * Submits an operation that viem signs. `before` changes the operation before viem signs it, and `after` changes the
   * signed operation.
   */
  async function handedIn(before: object, after: object = {}, funds = parseEther('1')) {
    const { smart, bundler, client } = await account()
    await pay(smart.address, funds)
    const call = { to: receiver(20), value: 1n }
    const prepared = await bundler.prepareUserOperation({ account: smart, calls: [call] })
    const { account: _, ...fields } = { ...prepared, ...before } as typeof prepared & { account: unknown }
    const signature = await smart.signUserOperation({ ...fields, signature: undefined } as never)
    const operation = hex({ ...fields, signature, ...after })
    const answer = await ask('eth_sendUserOperation', operation, entryPoint)
    return { answer, operation, client }
  }

  it('no correct operation, but sends it only once if it is submitted twice', async () => {
    const { answer, operation, client } = await handedIn({})
    expect(answer.result).toMatch(/^0x[\da-f]{64}$/)
    const balance = await client.getBalance({ address: receiver(20) })
    expect(await ask('eth_sendUserOperation', operation, entryPoint)).toMatchObject({ result: answer.result })
    expect(await client.getBalance({ address: receiver(20) })).toBe(balance)
  })

  it.each([
    ['the signature of another operation', {}, { callData: '0x' }, /^AA24/, -32507],
    ['a nonce that is not the next one', { nonce: 7n }, {}, /^AA25/, -32500],
    [
      "a paymaster that doesn't exist",
      { paymaster: receiver(21), paymasterVerificationGasLimit: 100_000n, paymasterPostOpGasLimit: 0n },
      {},
      /^AA3/,
      -32501,
    ],
    ['a field that is not a number', {}, { nonce: 'seven' }, /nonce/, -32602],
  ])('an operation with %s', async (_, before, after, message, code) => {
    const { answer } = await handedIn(before, after)
    expect(answer.error).toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it("an operation of an account that can't pay or for an unknown entry point", async () => {
    const { answer, operation } = await handedIn({}, {}, 10n)
    expect(answer.error).toMatchObject({ code: -32500, message: expect.stringMatching(/^AA21/) })
    const other = await ask('eth_sendUserOperation', operation, receiver(22))
    expect(other.error).toMatchObject({ code: -32602 })
    expect((await ask('eth_unknown')).error).toMatchObject({ code: -32601 })
    expect(await ask('eth_getUserOperationReceipt', `0x${'1'.repeat(64)}`)).toMatchObject({ result: null })
  })
})

describe("the smart account in the wallet's frame", () => {
  it('has an address, which the frame stores, before it is deployed', async () => {
    const { owner, address, accounts, networks, network, kept } = await ownAccount()
    expect(address).toMatch(/^0x/)
    expect(address).not.toBe(owner)
    expect((await accounts.on(network, 'smartAccount')).all).toEqual([
      { address, type: 'smartAccount' },
      { address: owner, type: 'eoa' },
    ])
    expect((await accounts.on(network)).preferred.type).toBe('eoa')
    // The events that the frame sends to a page contain this address.
    const answer = answersOf({ accounts, networks } as never)
    await expect(answer({ name: 'GET_CHAIN_ID', payload: undefined })).resolves.toEqual({
      chainId: 31337,
    })
    await expect(answer({ name: 'INIT_SMART_ACCOUNT', payload: undefined })).resolves.toEqual({
      address,
      isDeployed: false,
    })
    await accounts.prefer('smartAccount', network)
    expect((await accounts.on(network, 'eoa')).preferred).toEqual({ address, type: 'smartAccount' })
    expect([...kept.values()]).toEqual([address, 'smartAccount'])
  })

  it('has the address that the factory would compute, even if the node answers with another address', async () => {
    const [, other] = [await ownAccount(), await ownAccount()]
    await expect(ownAccount({ named: () => other.address })).rejects.toThrow('a different smart account')
  })

  it('signs for its own address, even if the node answers with another address later', async () => {
    let named: Hex | undefined
    const other = await ownAccount()
    const { address, prepare, secrets, client } = await ownAccount({ named: () => named })
    await pay(address, parseEther('1'))
    const message = async () => (await prepare('personal_sign', '0x6869', address)).sign(secrets)
    const honest = await message()
    const prepared = prepare('eth_sendTransaction', { from: address, to: receiver(44), value: '0x1' })
    await prepared
    named = other.address
    expect(await message()).toBe(honest)
    const hash = (await sent(prepared, secrets)) as Hex
    expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
    expect(await client.getBalance({ address: receiver(44) })).toBe(1n)
  })

  it.each([
    ['network', { chainId: 1n }],
    ['account', { verifyingContract: receiver(36) }],
  ])('signs nothing for another %s that the node names', async (_, fields) => {
    const domain = { chainId: 31337n, verifyingContract: '0x' as Hex }
    const types = parseAbiParameters('bytes1, string, string, uint256, address, bytes32, uint256[]')
    const { address, prepare, secrets } = await ownAccount({
      domain: () =>
        encodeAbiParameters(types, [
          ...(['0x0f', 'SmartAccount', '1', domain.chainId, domain.verifyingContract, zeroHash, []] as const),
        ]),
    })
    const data = {
      domain: { name: 'App' },
      types: { EIP712Domain: [{ name: 'name', type: 'string' }], Note: [{ name: 'text', type: 'string' }] },
      ...{ primaryType: 'Note', message: { text: 'hi' } },
    }
    const signed = async () => [
      await (await prepare('personal_sign', '0x6869', address)).sign(secrets),
      await (await prepare('eth_signTypedData_v4', address, JSON.stringify(data))).sign(secrets),
    ]
    domain.verifyingContract = address as Hex
    expect(await signed()).toHaveLength(2)
    Object.assign(domain, fields)
    for (const request of [
      prepare('personal_sign', '0x6869', address),
      prepare('eth_signTypedData_v4', address, JSON.stringify(data)),
    ]) {
      const { sign } = await request
      await expect(sign(secrets)).rejects.toThrow('another account')
    }
  })

  it('shows the maximum cost of an operation, and sends the operation once', async () => {
    const { address, prepare, secrets, client, asked } = await ownAccount()
    await pay(address, parseEther('1'))
    const { sign, settle, completed, operation } = await prepare('eth_sendTransaction', {
      ...{ from: address, to: receiver(3), value: '0x5' },
    })
    expect(asked).not.toContain('eth_sendUserOperation')
    expect(operation).toMatchObject({ sender: address })
    const hash = (await settle!(await sign(secrets))) as Hex
    expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
    expect(await client.getBalance({ address: receiver(3) })).toBe(5n)
    const paid = parseEther('1') - 5n - (await client.getBalance({ address }))
    const deposit = await nodeRpc<Hex>(node, 'eth_call', [
      {
        to: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
        data: `0x70a08231${address.slice(2).padStart(64, '0')}`,
      },
      'latest',
    ])
    expect(completed?.fee).toBeGreaterThan(0n)
    expect(paid).toBeLessThanOrEqual(completed!.fee!)
    expect(paid - BigInt(deposit)).toBeGreaterThan(0n)
    expect(asked.filter((method) => method === 'eth_sendUserOperation')).toHaveLength(1)
  })

  it('reports that an operation may have been sent if the bundler had an internal error', async () => {
    const refusal = { code: -32603, message: 'Internal error' }
    const { address, prepare, requests, secrets, client, asked } = await ownAccount({ refusal })
    await pay(address, parseEther('1'))
    const calls = [{ to: receiver(51), value: '0x5' }]
    const { sign } = await prepare('wallet_sendCalls', { version: '2.0.0', id: 'doubtful', calls })
    await expect(sign(secrets)).rejects.toMatchObject({ code: -32603, data: { maybeSent: true } })
    expect(asked.filter((method) => method === 'eth_sendUserOperation')).toHaveLength(1)
    expect(await client.getBalance({ address: receiver(51) })).toBe(5n)
    expect(await requests.status('doubtful')).toMatchObject({ status: 200 })
  })

  it.each([
    [-32500, "AA21 didn't pay prefund"],
    [-32603, 'insufficient funds for gas * price + value'],
  ])(
    'reports that an operation was not sent if the bundler refuses it with %i: %s',
    async (code, message) => {
      const { address, prepare, secrets } = await ownAccount({ refusal: { code, message } })
      await pay(address, parseEther('1'))
      const { sign } = await prepare('eth_sendTransaction', { from: address, to: receiver(52), value: '0x5' })
      const error = await sign(secrets).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code, message })
      expect(error).not.toHaveProperty('data.maybeSent')
    },
  )

  it('sends a batch in one transaction, and reports the status of the batch', async () => {
    const { address, prepare, requests, reloaded, secrets, client } = await ownAccount()
    await pay(address, parseEther('1'))
    const calls = [
      { to: receiver(4), value: '0x1' },
      { to: receiver(5), value: '0x2' },
    ]
    const { sign } = await prepare('wallet_sendCalls', { version: '2.0.0', id: 'mine', calls })
    expect(await sign(secrets)).toEqual({ id: 'mine', capabilities: {} })
    const status = (await requests.status('mine')) as { status: number; atomic: boolean; receipts: object[] }
    expect(status).toMatchObject({ status: 200, atomic: true, chainId: '0x7a69', version: '2.0.0' })
    expect(status.receipts).toHaveLength(1)
    expect(await client.getBalance({ address: receiver(4) })).toBe(1n)
    expect(await client.getBalance({ address: receiver(5) })).toBe(2n)
    // After a reload, the same page can read the status, but another page can't.
    await expect(reloaded().status('mine')).resolves.toEqual(status)
    await expect(reloaded('https://other.example').status('mine')).resolves.toBeUndefined()
    const again = await prepare('wallet_sendCalls', { id: 'mine', calls })
    await expect(again.sign(secrets)).rejects.toMatchObject({ code: 5720 })
    expect(await client.getBalance({ address: receiver(4) })).toBe(1n)
    expect(await requests.capabilities(address, undefined)).toEqual({
      '0x7a69': { atomic: { status: 'supported' } },
      '0x7a6a': { atomic: { status: 'supported' } },
    })
  })

  it("lets its owner's standard account send batches, whose status survives a reload", async () => {
    const { owner, rpc, load } = await ownAccount()
    await pay(owner, parseEther('1'))
    const calls = [
      { to: receiver(41), value: '0x1' },
      { to: receiver(42), value: '0x2' },
    ]
    const batch = { version: '2.0.0', from: owner, chainId: '0x7a69', calls }
    const { id } = (await rpc.answer({ method: 'wallet_sendCalls', params: [batch] })) as { id: string }
    const again = { method: 'wallet_sendCalls', params: [{ ...batch, id }] } as const
    const status = () => load().answer({ method: 'wallet_getCallsStatus', params: [id] })
    await expect
      .poll(status, { message: 'the calls are mined' })
      .toMatchObject({ id, status: 200, atomic: false, receipts: [{}, {}] })
    await expect(load().answer(again as never)).rejects.toMatchObject({ code: 5720 })
  })

  it("shows no batch of its owner's standard account that requires a capability", async () => {
    const { owner, rpc, shown } = await ownAccount()
    const capabilities = { paymasterService: { url: 'https://paymaster.example' } }
    const call = { to: receiver(43), value: '0x1' }
    for (const fields of [{ calls: [call], capabilities }, { calls: [{ ...call, capabilities }] }]) {
      const batch = { version: '2.0.0', from: owner, chainId: '0x7a69', ...fields }
      await expect(rpc.answer({ method: 'wallet_sendCalls', params: [batch] })).rejects.toMatchObject({
        code: 5700,
      })
    }
    expect(shown).toEqual([])
  })

  it('executes a batch completely or not at all', async () => {
    const { address, prepare, secrets, client } = await ownAccount()
    await pay(address, parseEther('1'))
    await sent(prepare('eth_sendTransaction', { to: receiver(6), value: '0x1' }), secrets)
    const calls = [
      { to: receiver(7), value: '0x1' },
      { to: receiver(8), value: `0x${parseEther('9').toString(16)}` },
    ]
    await expect(prepare('wallet_sendCalls', { calls })).rejects.toMatchObject({ code: -32521 })
    expect(await client.getBalance({ address: receiver(7) })).toBe(0n)
  })

  it.each([
    ['the chain id of another network', { chainId: '0x1' }, 5710],
    ['an unknown version', { version: '9' }, -32602],
    ['an unsupported capability', { capabilities: { teleport: {} } }, 5700],
    [
      'an unsupported capability of a call',
      { calls: [{ to: receiver(9), value: '0x1', capabilities: { teleport: {} } }] },
      5700,
    ],
    ['no calls', { calls: [] }, -32602],
  ])('refuses a batch with %s', async (_, fields, code) => {
    const { prepare } = await ownAccount()
    const calls = [{ to: receiver(9), value: '0x1' }]
    await expect(prepare('wallet_sendCalls', { calls, ...fields })).rejects.toMatchObject({ code })
  })

  it("refuses a call that would change the account's owner", async () => {
    const { address, prepare, owner } = await ownAccount()
    await pay(address, parseEther('1'))
    const data = `0xf2fde38b${owner.slice(2).padStart(64, '0')}`
    const call = { to: address, data }
    await expect(prepare('eth_sendTransaction', call)).rejects.toMatchObject({ code: 4200 })
    await expect(prepare('wallet_sendCalls', { calls: [call] })).rejects.toMatchObject({ code: 4200 })
  })

  it('refuses to sign a message or typed data that could move its funds', async () => {
    const { owner, key, address, rpc, shown, client } = await ownAccount()
    await pay(address, parseEther('1'))
    const { smart, bundler } = await account(key)
    const calls = [{ to: receiver(30), value: 7n }]
    const before = await client.getBalance({ address: receiver(30) })
    const { account: _, ...operation } = await bundler.prepareUserOperation({ account: smart, calls })
    const hash = getUserOperationHash({
      ...{ chainId: 31337, entryPointAddress: entryPoint07Address, entryPointVersion: '0.7' },
      userOperation: operation as never,
    })
    for (const call of [
      { method: 'personal_sign', params: [hash, owner] },
      {
        method: 'eth_signTypedData_v4',
        params: [owner, JSON.stringify({ domain: {}, types: {}, primaryType: 'PersonalSign', message: {} })],
      },
    ])
      await expect(rpc.answer(call as never)).rejects.toMatchObject({ code: 4200 })
    expect(shown).toEqual([])

    // The attack: the message is the hash of an operation. So a signature of the message would also be a signature of
    // the operation.
    const signature = await privateKeyToAccount(key).signMessage({ message: { raw: hash } })
    const attack = { ...operation, signature, entryPointAddress: entryPoint07Address }
    await bundler.waitForUserOperationReceipt({ hash: await bundler.sendUserOperation(attack as never) })
    expect(await client.getBalance({ address: receiver(30) })).toBe(before + 7n)

    // Other messages can be signed as usual.
    const text = `0x${Buffer.from('hello').toString('hex')}`
    await rpc.answer({ method: 'personal_sign', params: [text, owner] } as never)
    expect(shown).toHaveLength(1)
  })

  it("can't be emptied or taken over by a transaction that a page requests from its owner", async () => {
    const { rpc, owner, address, prepare, secrets, client, shown } = await ownAccount()
    for (const each of [owner, address]) await pay(each, parseEther('1'))
    const deploying = await prepare('eth_sendTransaction', { from: address, to: receiver(30), value: '0x1' })
    await deploying.settle?.(await deploying.sign(secrets))
    const abi = parseAbi([
      'function execute(address target, uint256 value, bytes data)',
      'function transferOwnership(address newOwner)',
      'function owner() view returns (address)',
    ])
    const execute = encodeFunctionData({ abi, functionName: 'execute', args: [receiver(31), 7n, '0x'] })
    const give = encodeFunctionData({ abi, functionName: 'transferOwnership', args: [receiver(31)] })
    for (const data of [execute, give]) {
      const call = { from: owner, to: address, data }
      await expect(rpc.answer({ method: 'eth_sendTransaction', params: [call] })).rejects.toMatchObject({
        code: 4200,
      })
      const batch = { from: owner, version: '2.0.0', calls: [{ to: address, data }] }
      await expect(rpc.answer({ method: 'wallet_sendCalls', params: [batch] })).rejects.toMatchObject({
        code: 4200,
      })
    }
    expect(shown).toEqual([])
    expect(await client.getBalance({ address: receiver(31) })).toBe(0n)
    expect(await client.readContract({ address: address as Hex, abi, functionName: 'owner' })).toBe(owner)
    const before = await client.getBalance({ address: address as Hex })
    const paying = { from: owner, to: address, value: '0x5' }
    const hash = await rpc.answer({ method: 'eth_sendTransaction', params: [paying] })
    await receiptOf(client, hash as Hex)
    expect(await client.getBalance({ address: address as Hex })).toBe(before + 5n)
  })

  it.each([
    ['has changed', { callData: '0xdeadbeef', sender: receiver(32) }],
    // The entry point charges the account if the paymaster is the zero address.
    ['leaves to the account to pay', { paymaster: zeroAddress }],
    ['names no address in', { paymaster: '0x1234' }],
  ])('does not sign an operation that its paymaster %s', async (_, fields) => {
    const paymaster = await paymasterWith(fields)
    const { address, prepare } = await ownAccount({ paymasterUrl: paymaster.url })
    await pay(address, parseEther('1'))
    await expect(prepare('eth_sendTransaction', { to: receiver(33), value: '0x1' })).rejects.toMatchObject({
      message: 'The paymaster answered with another operation.',
    })
    expect(paymaster.requests.length).toBeGreaterThan(0)
    await paymaster.close()
  })

  it('shows the fee of an operation that its paymaster does not pay for', async () => {
    const fees = { maxFeePerGas: '0x3', maxPriorityFeePerGas: '0x1' }
    const paymaster = await paymasterWith({ paymaster: undefined, ...fees })
    const { address, prepare } = await ownAccount({ paymasterUrl: paymaster.url })
    await pay(address, parseEther('1'))
    const { completed } = await prepare('eth_sendTransaction', { to: receiver(35), value: '0x1' })
    expect(completed).toMatchObject({ fee: (100_000n + 500_000n + 50_000n) * 3n, paymaster: undefined })
    await paymaster.close()
  })

  it('is sent with the fees that its paymaster set, and without asking the paymaster again', async () => {
    const fees = { maxFeePerGas: '0x12a05f200', maxPriorityFeePerGas: '0x3b9aca00' }
    const paymaster = await paymasterWith({ paymaster: undefined, ...fees })
    const { address, prepare, secrets, client, operations } = await ownAccount({
      paymasterUrl: paymaster.url,
    })
    await pay(address, parseEther('1'))
    const preparing = prepare('eth_sendTransaction', { to: receiver(45), value: '0x1' })
    await preparing
    const asked = paymaster.requests.length
    await sent(preparing, secrets)
    expect(operations).toEqual([expect.objectContaining(fees)])
    expect(paymaster.requests).toHaveLength(asked)
    expect(await client.getBalance({ address: receiver(45) })).toBe(1n)
    await paymaster.close()
  })

  it('is sent even if its paymaster stops answering after the operation is shown', async () => {
    const paymaster = await paymasterWith({ paymaster: undefined })
    const { address, prepare, secrets, client } = await ownAccount({ paymasterUrl: paymaster.url })
    await pay(address, parseEther('1'))
    const preparing = prepare('eth_sendTransaction', { to: receiver(46), value: '0x1' })
    await preparing
    await paymaster.close()
    await sent(preparing, secrets)
    expect(await client.getBalance({ address: receiver(46) })).toBe(1n)
  })

  it('shows the next request while an operation waits to be mined', async () => {
    let mine = () => {}
    const mined = new Promise<void>((resolve) => {
      mine = resolve
    })
    const { address, rpc, shown, accounts, network } = await ownAccount({ mined })
    await accounts.prefer('smartAccount', network)
    await pay(address, parseEther('1'))
    const call = { from: address, to: receiver(34), value: '0x1' }
    const first = rpc.answer({ method: 'eth_sendTransaction', params: [call] } as never)
    const second = rpc.answer({ method: 'personal_sign', params: ['0x6869', address] } as never)
    expect(await second).toMatch(/^0x/)
    expect(shown).toHaveLength(2)
    mine()
    expect(await first).toMatch(/^0x[\da-f]{64}$/)
  })

  it('can sign in before and after it is deployed', async () => {
    const { address, prepare, secrets } = await ownAccount()
    const nonce = 'nonce12345'
    const message = formatSignInMessage({
      ...{ domain: 'service.org', accountAddress: address, chainId: 'eip155:31337', version: '1', nonce },
      ...{ uri: 'https://service.org/', issuedAt: '2026-01-01T12:00:00Z' },
    })
    const hex = `0x${Buffer.from(message).toString('hex')}`
    const signature = async () => (await (await prepare('personal_sign', hex, address)).sign(secrets)) as Hex
    const verified = (each: Hex) =>
      verifySignIn(
        { message, signature: each },
        { domain: 'service.org', nonce, now: new Date('2026-01-01T12:00:00Z') },
        { rpcUrls: { 'eip155:31337': node } },
      )
    const before = await signature()
    expect(before.slice(-64)).toBe('6492'.repeat(16))
    await verified(before)
    await pay(address, parseEther('1'))
    await sent(prepare('eth_sendTransaction', { to: receiver(10), value: '0x1' }), secrets)
    const after = await signature()
    expect(after.slice(-64)).not.toBe('6492'.repeat(16))
    await verified(after)
    await expect(verified(await await ownSignature(hex))).rejects.toMatchObject({
      code: expect.stringMatching(/^siwx/),
    })
  })
})

/** Starts a paymaster that answers each request with these fields and with all gas limits. */
function paymasterWith(fields: object): Promise<Loopback> {
  return loopback(({ body }, response) => {
    const { id } = JSON.parse(body) as { id: unknown }
    const result = {
      ...{ paymaster: receiver(31), paymasterData: '0x', paymasterVerificationGasLimit: '0x186a0' },
      ...{ paymasterPostOpGasLimit: '0x0', isFinal: true },
      // With these fields, the frame has all gas limits, so it doesn't ask the bundler for an estimate.
      ...{ callGasLimit: '0x186a0', verificationGasLimit: '0x7a120', preVerificationGas: '0xc350' },
      ...fields,
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
}

/** Signs and sends a prepared request. Resolves with the result when the transaction is mined. */
async function sent(preparing: Promise<Prepared>, secrets: never): Promise<unknown> {
  const { sign, settle } = await preparing
  return settle?.(await sign(secrets))
}

/** Signs a text with the smart account of a new user. */
async function ownSignature(hex: string): Promise<Hex> {
  const { address, prepare, secrets } = await ownAccount()
  return (await (await prepare('personal_sign', hex, address)).sign(secrets)) as Hex
}
