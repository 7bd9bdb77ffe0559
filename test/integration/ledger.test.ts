import { base58 } from '@scure/base'
import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { JsonRpcProvider, Transaction, verifyMessage, verifyTypedData } from 'ethers'
import { createLatchkey, externalConnector } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import { type LedgerOptions, ledger } from 'latchkey/connectors/ledger'
import { solanaDevnet } from 'latchkey/networks'
import { solanaStandardWallet } from 'latchkey/solana-standard'
import { createEip155Wallet, type MemoryPlatform, memoryPlatform } from 'latchkey/testing'
import nock from 'nock'
import nacl from 'tweetnacl'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CaipAddress } from '../../src/core/chain/caip.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { offchainMessage } from '../../src/core/chain/solana-offchain.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Clock } from '../../src/ports.ts'
import { verifyMessage as verifyProof } from '../../src/siwx/verify-message.ts'
import { browserTabs } from '../support/browser-tabs.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { ledgerDevice } from '../support/ledger-device.ts'
import { mailTypedData } from '../support/mail-typed-data.ts'
import { seeded } from '../support/seeded.ts'

let devnet: Devnet
let node: JsonRpcProvider
const here = () => devnet.networks[0] as ChainNetwork<'eip155'>
const key = () => devnet.accounts.alice?.eip155?.secret as `0x${string}`

const foreign: string[] = []
const report = (request: Record<string, unknown>) => {
  const { href, hostname } = request
  if (!/127\.0\.0\.1/.test(`${href} ${hostname}`)) foreign.push(`${href ?? hostname}`)
}

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  const url = here().rpcUrls.default.http[0]
  node = new JsonRpcProvider(url, undefined, { cacheTimeout: -1, staticNetwork: true })
}, leaseTimeout)
afterAll(async () => {
  node?.destroy()
  await devnet?.stop()
})
beforeEach(() => {
  nock.disableNetConnect()
  nock.enableNetConnect('127.0.0.1')
  nock.emitter.on('no match', report)
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
  vi.unstubAllGlobals()
  nock.emitter.off('no match', report)
  nock.enableNetConnect()
  called.splice(0)
  expect(foreign.splice(0), 'requests to other hosts').toEqual([])
})

/** The methods of all calls that reached a node. */
const called: string[] = []

function page(
  device = ledgerDevice({ key: key() }),
  platform: MemoryPlatform<Clock> = createPlatform(),
  options?: LedgerOptions,
) {
  const globals = { hid: device.hid }
  vi.stubGlobal('navigator', globals)
  platform.page.setGlobal('navigator', globals)
  const latchkey = createLatchkey({
    ...{ networks: [here(), solanaDevnet], adapters: [eip155(), solana()], platform, name: 'ledger' },
    connectors: [ledger(options)],
    enableEIP6963: false,
    enableInjected: false,
  })
  closing.push(() => latchkey.dispose())
  const connect = async () => {
    const [connection] = await latchkey.connect({ connectorId: 'ledger' })
    return connection?.addresses[0] as CaipAddress<'eip155'>
  }
  return { device, platform, latchkey, connect }
}
function createPlatform() {
  return memoryPlatform({
    clock: systemClock,
    fetch: (input, init) => {
      called.push(...methodsIn(init?.body))
      return fetch(input, init)
    },
  })
}
function methodsIn(body: unknown): readonly string[] {
  return Array.from(String(body).matchAll(/"method":"(\w+)"/g), ([, method = '']) => method)
}

describe('a Ledger with the Ethereum app', () => {
  it('connects its first account, and is not kept open between requests', async () => {
    const { device, latchkey, connect } = page()
    await latchkey.ready()
    expect(latchkey.connector.state.connectors).toMatchObject([
      { name: 'Ledger', chains: ['eip155', 'solana'] },
    ])
    expect(device.requests).toEqual([])
    await connect()
    expect(latchkey.account.state.eip155).toMatchObject({
      status: 'connected',
      address: device.addresses.eip155,
    })
    expect(latchkey.account.state.solana?.address).toBeUndefined()
    expect(device.paths).toEqual(["44'/60'/0'/0/0"])
    expect(device.requests).toEqual(['{"filters":[{"vendorId":11415}]}'])
    expect(device.isOpen()).toBe(false)
  })

  it('signs messages and typed data that ethers verifies', async () => {
    const { device, latchkey, connect } = page()
    const account = await connect()
    const adapter = await latchkey.adapter('eip155')
    const long = 'hello '.repeat(100)
    for (const message of ['hello', long]) {
      const { signature } = await adapter.signMessage(account, message)
      expect(verifyMessage(message, signature)).toBe(device.addresses.eip155)
    }
    const data = mailTypedData(Number(here().id))
    const { signature } = await adapter.signTypedData!(account, data as never)
    const { EIP712Domain: _, ...types } = data.types as unknown as Record<string, never>
    expect(verifyTypedData(data.domain as never, types, data.message, signature)).toBe(
      device.addresses.eip155,
    )
  })

  it('signs a transaction that the network mines', async () => {
    const { device, latchkey, connect } = page()
    const account = await connect()
    const adapter = await latchkey.adapter('eip155')
    const to = devnet.accounts.bob!.eip155!.address
    const { hash } = await adapter.send({ from: account, to, amount: 12_345n })
    const receipt = await node.waitForTransaction(hash)
    expect(receipt).toMatchObject({ status: 1, from: device.addresses.eip155, to })
    expect((await node.getTransaction(hash))?.value).toBe(12_345n)
    const legacy = { to, value: 7n, data: `0x${'ab'.repeat(300)}`, gas: 200_000n, gasPrice: 5_000_000_000n }
    const sent = await adapter.sendTransaction!(account, legacy as never)
    const mined = await node.waitForTransaction(sent.hash)
    expect(mined).toMatchObject({ status: 1, from: device.addresses.eip155 })
    expect(Transaction.from((await node.getTransaction(sent.hash)) as never).value).toBe(7n)
  })

  it('sends on a network that the host adds after the connection', async () => {
    const { device, latchkey, connect } = page()
    await connect()
    const added = devnet.networks[1] as ChainNetwork<'eip155'>
    await latchkey.network.addNetwork(added)
    expect(latchkey.network.state.approvedNetworkIds.eip155).toEqual([
      here().caipNetworkId,
      added.caipNetworkId,
    ])
    await latchkey.switchNetwork(added.caipNetworkId)
    const adapter = await latchkey.adapter('eip155')
    const from = `${added.caipNetworkId}:${device.addresses.eip155}` as CaipAddress<'eip155'>
    const sent = await adapter.send({ from, to: devnet.accounts.bob!.eip155!.address, amount: 3n })
    const settled = await adapter.waitForTransaction(added.caipNetworkId, sent)
    expect(settled).toMatchObject({ phase: 'confirmed' })
  })

  it.each([
    ['visitor rejects the request on the device', { refusal: 0x6985 }, 'wallet/user-rejected'],
    ['device is locked', { isLocked: true }, 'ledger/locked'],
    ['device has another app open', { app: 'Bitcoin' }, 'ledger/wrong-app'],
    ['device shows its dashboard', { app: 'BOLOS' }, 'ledger/wrong-app'],
    ['app does not allow blind signing', { refusal: 0x6a80 }, 'ledger/blind-signing-off'],
    [
      'device has the keys of another owner',
      { key: `0x${'22'.repeat(32)}` as const },
      'ledger/other-account',
    ],
  ] as const)(
    'causes an error that names the problem if the %s, and then signs when the problem is solved',
    async (_, fault, code) => {
      const { device, latchkey, connect } = page()
      const account = await connect()
      const adapter = await latchkey.adapter('eip155')
      const good = { ...device.script }
      Object.assign(device.script, fault)
      const to = devnet.accounts.bob!.eip155!.address
      const before = await node.getTransactionCount(device.addresses.eip155)
      await expect(adapter.send({ from: account, to, amount: 1n })).rejects.toMatchObject({ code })
      expect(await node.getTransactionCount(device.addresses.eip155)).toBe(before)
      Object.assign(device.script, good)
      const { signature } = await adapter.signMessage(account, 'again')
      expect(verifyMessage('again', signature)).toBe(device.addresses.eip155)
    },
  )

  it('causes an error if it is unplugged during a request, and signs when it is plugged in again', async () => {
    const { device, latchkey, connect } = page()
    const account = await connect()
    const adapter = await latchkey.adapter('eip155')
    device.script.isSilent = true
    const signing = adapter.signMessage(account, 'hello')
    const outcome = expect(signing).rejects.toMatchObject({ code: 'ledger/unplugged' })
    await expect.poll(() => device.asked.at(-1), { message: 'the device shows the message' }).toBe('e0 08')
    device.unplug()
    await outcome
    await expect(adapter.signMessage(account, 'hello')).rejects.toMatchObject({
      code: 'wallet/user-rejected',
    })
    device.plug()
    device.script.isSilent = false
    const { signature } = await adapter.signMessage(account, 'hello')
    expect(verifyMessage('hello', signature)).toBe(device.addresses.eip155)
  })

  it.each(['disconnects', 'leaves the page'])(
    'broadcasts nothing if the visitor %s before confirming on the device',
    async (leaving) => {
      const { device, latchkey, connect } = page()
      const account = await connect()
      const adapter = await latchkey.adapter('eip155')
      const to = devnet.accounts.bob!.eip155!.address
      const before = await node.getTransactionCount(device.addresses.eip155, 'pending')
      device.hold()
      const sending = adapter.send({ from: account, to, amount: 1n })
      const outcome = expect(sending).rejects.toThrow()
      await expect.poll(() => device.asked.at(-1), { message: 'the device shows the payment' }).toBe('e0 04')
      await (leaving === 'disconnects' ? latchkey.disconnect() : latchkey.dispose())
      await outcome
      device.confirm()
      await expect.poll(() => device.isOpen(), { message: 'the device has answered' }).toBe(false)
      // A broadcast would have reached the node before this call.
      expect(await node.getTransactionCount(device.addresses.eip155, 'pending')).toBe(before)
      expect(called).toContain('eth_getTransactionCount')
      expect(called).not.toContain('eth_sendRawTransaction')
    },
  )

  it('broadcasts a payment that the device confirms late', async () => {
    const { device, latchkey, connect } = page()
    const account = await connect()
    const adapter = await latchkey.adapter('eip155')
    device.hold()
    const sending = adapter.send({
      from: account,
      to: devnet.accounts.bob!.eip155!.address,
      amount: 1n,
    })
    await expect.poll(() => device.asked.at(-1), { message: 'the device shows the payment' }).toBe('e0 04')
    device.confirm()
    expect(await node.waitForTransaction((await sending).hash)).toMatchObject({ status: 1 })
  })

  it.each([
    ['at the request for the nonce', 'eth_getTransactionCount', 'rpc/internal'],
    ['during the broadcast', 'eth_sendRawTransaction', 'rpc/maybe-sent'],
  ])(
    'causes an error that says whether a payment may have been sent if the node fails %s',
    async (_, dead, code) => {
      const platform = memoryPlatform({
        clock: systemClock,
        fetch: async (input, init) => {
          if (isSending && methodsIn(init?.body).includes(dead)) throw new TypeError('fetch failed')
          return fetch(input, init)
        },
      })
      let isSending = false
      const { device, latchkey, connect } = page(undefined, platform)
      const account = await connect()
      const adapter = await latchkey.adapter('eip155')
      isSending = true
      const request = { to: devnet.accounts.bob!.eip155!.address, value: 1n }
      await expect(adapter.sendTransaction!(account, request as never)).rejects.toMatchObject({ code })
      expect(device.asked.includes('e0 04')).toBe(code === 'rpc/maybe-sent')
    },
  )

  it('is connected again after a reload of the page, and gets no command', async () => {
    const platform = createPlatform()
    const first = page(undefined, platform)
    await first.connect()
    await first.latchkey.dispose()
    const second = page(first.device, platform)
    const commands = first.device.asked.length
    await second.latchkey.ready()
    await expect
      .poll(() => second.latchkey.account.state.eip155, { message: 'the account is restored' })
      .toMatchObject({ status: 'connected', address: first.device.addresses.eip155 })
    expect(first.device.asked).toHaveLength(commands)
    const adapter = await second.latchkey.adapter('eip155')
    const account = second.latchkey.account.state.eip155.caipAddress as CaipAddress<'eip155'>
    const { signature } = await adapter.signMessage(account, 'back')
    expect(verifyMessage('back', signature)).toBe(first.device.addresses.eip155)
  })

  it("doesn't connect if the visitor chooses no device or the browser has no WebHID", async () => {
    const { device, connect } = page()
    device.chooseNone()
    await expect(connect()).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    const { platform, latchkey, connect: connectWithout } = page()
    await latchkey.ready()
    platform.page.setGlobal('navigator', {})
    await expect(connectWithout()).rejects.toMatchObject({ code: 'ledger/unavailable' })
  })

  it('is not listed in a browser without WebHID', async () => {
    const platform = createPlatform()
    platform.page.setGlobal('navigator', {})
    const latchkey = createLatchkey({
      ...{ networks: [here()], adapters: [eip155()], platform, connectors: [ledger()] },
      enableEIP6963: false,
      enableInjected: false,
    })
    closing.push(() => latchkey.dispose())
    await latchkey.ready()
    expect(latchkey.connector.state.connectors).toEqual([])
    await expect(latchkey.connect({ connectorId: 'ledger' })).rejects.toMatchObject({
      code: 'connection/connector-not-found',
    })
    expect(platform.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('uses the default derivation path if the option for the path is undefined', async () => {
    const options = { paths: { eip155: undefined, solana: "44'/501'/1'" } }
    const { device, connect } = page(undefined, undefined, options)
    await connect()
    expect(device.paths).toEqual(["44'/60'/0'/0/0"])
    expect(() => ledger({ paths: { eip155: '' } })).toThrow(/paths\.eip155/)
  })
})

describe('a Ledger with the Solana app', () => {
  const open = () => page(ledgerDevice({ key: key(), app: 'Solana' }))

  it('signs transactions that tweetnacl verifies', async () => {
    const { device, latchkey, connect } = open()
    const account = (await connect()) as string as CaipAddress<'solana'>
    expect(latchkey.account.state.solana).toMatchObject({ address: device.addresses.solana })
    expect(device.paths).toEqual(["44'/501'/0'"])
    const payerKey = new VersionedTransaction(
      new TransactionMessage({
        payerKey: Keypair.fromSeed(device.script.seed).publicKey,
        recentBlockhash: device.addresses.solana,
        instructions: Array.from({ length: 5 }, () =>
          SystemProgram.transfer({
            fromPubkey: Keypair.fromSeed(device.script.seed).publicKey,
            toPubkey: Keypair.generate().publicKey,
            lamports: 5,
          }),
        ),
      }).compileToV0Message(),
    )
    const adapter = await latchkey.adapter('solana')
    const signed = await adapter.signTransaction!(account, { wire: payerKey.serialize() } as never)
    const { signatures, message } = VersionedTransaction.deserialize(signed as never)
    const { publicKey } = nacl.sign.keyPair.fromSeed(device.script.seed)
    expect(nacl.sign.detached.verify(message.serialize(), signatures[0]!, publicKey)).toBe(true)
  })

  it('shows no further transaction of a batch after the visitor disconnects', async () => {
    const { device, latchkey, connect } = open()
    const account = (await connect()) as string as CaipAddress<'solana'>
    const adapter = await latchkey.adapter('solana')
    const payer = Keypair.fromSeed(device.script.seed).publicKey
    const transfer = (lamports: number) => {
      const instructions = [SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports })]
      const parts = { payerKey: payer, recentBlockhash: device.addresses.solana, instructions }
      return {
        wire: new VersionedTransaction(new TransactionMessage(parts).compileToV0Message()).serialize(),
      }
    }
    device.hold()
    const signing = adapter.signAllTransactions(account, [transfer(1), transfer(2)] as never)
    const outcome = expect(signing).rejects.toMatchObject({ code: 'wallet/closed-during-request' })
    await expect.poll(() => device.asked.at(-1), { message: 'the device shows a transaction' }).toBe('e0 06')
    await latchkey.disconnect()
    await outcome
    device.confirm()
    await expect
      .poll(() => connect().then(() => 'connected', String), { message: 'the device is free again' })
      .toBe('connected')
    expect(device.asked.filter((command) => command === 'e0 06')).toHaveLength(1)
  })

  it.each(['hello', 'Sign in\nNonce: 1 ☂'])(
    "signs the message %j in a format that can't be a transaction",
    async (text) => {
      const { device, latchkey, connect } = open()
      const account = (await connect()) as string as CaipAddress<'solana'>
      const adapter = await latchkey.adapter('solana')
      const { signature, signedMessage } = await adapter.signMessage(account, text)
      const { publicKey } = nacl.sign.keyPair.fromSeed(device.script.seed)
      const bytes = base58.decode(signature)
      const message = new TextEncoder().encode(text)
      expect(signedMessage).toEqual(offchainMessage(message, publicKey))
      expect(nacl.sign.detached.verify(signedMessage!, bytes, publicKey)).toBe(true)
      expect(nacl.sign.detached.verify(message, bytes, publicKey)).toBe(false)
      const proof = {
        message: text,
        signature,
        address: device.addresses.solana,
        chainId: solanaDevnet.caipNetworkId,
      }
      expect(await verifyProof(proof)).toBe(true)
      expect(await verifyProof({ ...proof, message: `${text}!` })).toBe(false)
    },
  )

  it('returns the signed bytes to a wallet-standard app', async () => {
    const { device, latchkey, connect } = open()
    await connect()
    const { accounts, features } = solanaStandardWallet(latchkey).wallet
    const { signMessage } = features['solana:signMessage'] as {
      signMessage(...inputs: object[]): Promise<readonly Record<'signedMessage' | 'signature', Uint8Array>[]>
    }
    const message = new TextEncoder().encode('hello')
    const [signed] = await signMessage({ account: accounts[0], message })
    const { publicKey } = nacl.sign.keyPair.fromSeed(device.script.seed)
    expect(nacl.sign.detached.verify(signed!.signedMessage, signed!.signature, publicKey)).toBe(true)
    expect(signed!.signedMessage).not.toEqual(message)
  })

  it('refuses an empty message before the device is asked', async () => {
    const { device, latchkey, connect } = open()
    const account = (await connect()) as string as CaipAddress<'solana'>
    const adapter = await latchkey.adapter('solana')
    const commands = device.asked.length
    await expect(adapter.signMessage(account, '')).rejects.toMatchObject({ code: 'validation/invalid-input' })
    expect(device.asked).toHaveLength(commands)
  })

  it.each([0, 1, 2] as const)(
    'can sign a text in the off-chain format %i, and Latchkey accepts the signature',
    async (format) => {
      const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(9))
      const message = 'hello'
      const signed = offchainMessage(new TextEncoder().encode(message), publicKey, format)
      const proof = {
        message,
        signature: base58.encode(nacl.sign.detached(signed, secretKey)),
        address: base58.encode(publicKey),
        chainId: solanaDevnet.caipNetworkId,
      }
      expect(await verifyProof(proof)).toBe(true)
      expect(await verifyProof({ ...proof, message: `${message}!` })).toBe(false)
    },
  )

  it.each([0x6d00, 0x6a81])(
    'asks the visitor for a newer app if it answers a message with the status %i',
    async (refusal) => {
      const { device, latchkey, connect } = open()
      const account = (await connect()) as string as CaipAddress<'solana'>
      const adapter = await latchkey.adapter('solana')
      device.script.refusal = refusal
      await expect(adapter.signMessage(account, 'hello')).rejects.toMatchObject({
        code: 'ledger/wrong-app',
        message: 'Open the Solana (version 1.8.0 or newer) app on the Ledger',
      })
    },
  )

  it("doesn't reconnect a family that was connected to another wallet in the meantime", async () => {
    const tabs = browserTabs(seeded(1))
    const { device, latchkey, connect } = page(ledgerDevice({ key: key() }), tabs.open().platform)
    await connect()
    device.script.app = 'Solana'
    const both = await latchkey.connect({ connectorId: 'ledger' })
    expect(both.map(({ namespace }) => namespace).sort()).toEqual(['eip155', 'solana'])
    const chains = [{ id: Number(here().id), rpcUrl: here().rpcUrls.default.http[0]! }]
    const { provider } = createEip155Wallet({ privateKeys: [key()], chains })
    const other = createLatchkey({
      ...{ networks: [here()], adapters: [eip155()], platform: tabs.open().platform, name: 'ledger' },
      connectors: [externalConnector({ id: 'keys', name: 'Keys', provider })],
      enableEIP6963: false,
      enableInjected: false,
    })
    closing.push(() => other.dispose())
    await other.connect({ connectorId: 'keys' })
    await expect
      .poll(() => latchkey.account.state.eip155.address, {
        message: 'the account of the Ledger is disconnected',
      })
      .toBeUndefined()
    const again = await latchkey.connect({ connectorId: 'ledger' })
    expect(again.map(({ namespace }) => namespace)).toEqual(['solana'])
    expect(latchkey.account.state.eip155.address).toBeUndefined()
  })

  it('asks the visitor to open the Solana app if another app is open', async () => {
    const { device, latchkey, connect } = open()
    await connect()
    device.script.app = 'Ethereum'
    const ethereum = await latchkey.connect({ connectorId: 'ledger', namespaces: ['eip155'] })
    expect(ethereum[0]?.addresses).toEqual([`${here().caipNetworkId}:${device.addresses.eip155}`])
    const account = latchkey.account.state.solana!.caipAddress as CaipAddress<'solana'>
    const adapter = await latchkey.adapter('solana')
    await expect(adapter.signMessage(account, 'hello')).rejects.toMatchObject({
      code: 'ledger/wrong-app',
      message: 'Open the Solana app on the Ledger',
    })
  })
})
