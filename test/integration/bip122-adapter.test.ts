import { randomBytes } from 'node:crypto'
import * as btc from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { Verifier } from 'bip322-js'
import { Psbt } from 'bitcoinjs-lib'
import { bip122, inspectPsbt } from 'latchkey/adapters/bip122'
import type { Devnet } from 'latchkey/devnet'
import { type Bip122Wallet, createBip122Wallet, memoryPlatform, type WalletRequest } from 'latchkey/testing'
import type { Bip122Kind } from 'latchkey/wallets'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bitcoinConnector } from '../../src/connectors/external-bitcoin.ts'
import type { BitcoinDialectName } from '../../src/connectors/injected/bitcoin/dialect-names.ts'
import { caipAddress } from '../../src/core/chain/caip.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { bip122Accounts } from '../../src/devnet/accounts/bip122.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { openEsploraPool } from '../../src/transport/esplora-pool.ts'
import { polled } from '../support/async.ts'
import { bip122Chain, type Unspent } from '../support/bip122-chain.ts'
import { onSignet, regtest } from '../support/bip122-surroundings.ts'
import { bitcoinNodes, leaseBitcoin } from '../support/bitcoind.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { okxProvider } from '../support/okx-provider.ts'

const fresh = () => btc.Address(regtest).encode({ type: 'wpkh', hash: randomBytes(20) })

describe.each(bitcoinNodes)('the bip122 adapter on %s', (node) => {
  let devnet: Devnet
  let networks: [ChainNetwork<'bip122'>, ChainNetwork<'bip122'>]
  let chain: ReturnType<typeof bip122Chain>
  const { erin, frank, grace, heidi, ivan } = bip122Accounts as Record<
    string,
    (typeof bip122Accounts)[string]
  >
  const releases: (() => unknown)[] = []

  beforeAll(async () => {
    devnet = await leaseBitcoin(node)
    networks = devnet.networks as unknown as typeof networks
    chain = bip122Chain(networks, frank!)
  }, leaseTimeout)
  afterAll(() => devnet?.stop())
  afterEach(async () => {
    for (const release of releases.splice(0)) await release()
  })

  const urlOf = (at = 0) => networks[at]!.rpcUrls.default.http[0]!
  const transaction = async (txid: string) =>
    (await (await fetch(`${urlOf()}/tx/${txid}`)).json()) as {
      fee: number
      weight: number
      status: { confirmed: boolean }
      vin: { sequence: number; txid: string; vout: number; prevout: { scriptpubkey_address: string } }[]
      vout: { value: number; scriptpubkey?: string; scriptpubkey_address?: string }[]
    }
  const mined = (txid: string) =>
    expect
      .poll(async () => (await transaction(txid)).status.confirmed, {
        message: 'the transaction is confirmed',
      })
      .toBe(true)
  const post = (path: string, body = '') => fetch(urlOf() + path, { method: 'POST', body })

  async function world(
    secret: string,
    options: {
      kinds?: readonly Bip122Kind[]
      dialect?: BitcoinDialectName
      finalizes?: boolean
      fetch?: typeof fetch
    } = {},
  ) {
    const { dialect = 'sats-connect', kinds, finalizes } = options
    const platform = memoryPlatform({
      clock: systemClock,
      fetch: options.fetch ?? ((...given) => fetch(...given)),
    })
    const wallet = createBip122Wallet({
      secret,
      networks: networks.map(({ caipNetworkId }) => caipNetworkId),
      kinds,
      finalizes,
    })
    const shapes: Record<BitcoinDialectName, object> = {
      unisat: wallet.unisat,
      'sats-connect': wallet.satsConnect,
      leather: wallet.leather,
      okx: okxProvider(wallet.unisat),
    }
    const adapter = await bip122().create({
      ...platform,
      networks,
      endpoints: (id) =>
        networks.find(({ caipNetworkId }) => caipNetworkId === id)?.rpcUrls.default.http ?? [],
      rpc: () => {
        throw new Error('not expected: JSON-RPC')
      },
      http: (id) => {
        const urls = networks.find(({ caipNetworkId }) => caipNetworkId === id)?.rpcUrls.default.http ?? []
        const pool = openEsploraPool(urls, undefined, platform, id, () => {})
        releases.push(() => pool.dispose())
        return pool
      },
    })
    const connector = bitcoinConnector({ id: 'test', name: 'Test', dialect, provider: shapes[dialect] })({
      ...platform,
      networks,
    })
    releases.push(
      () => adapter.dispose(),
      () => connector.dispose(),
    )
    const connection = await adapter.connect({ connector, network: networks[0] })
    const accounts = connection.accounts.map(({ address }) => caipAddress(networks[0].caipNetworkId, address))
    return { wallet, adapter, connection, accounts, account: accounts[0]! }
  }

  /** Makes the wallet change the transaction before it signs. */
  function alter(wallet: Bip122Wallet, secret: string, change: (psbt: btc.Transaction) => btc.Transaction) {
    wallet.script.next('signPsbt', {
      answer: ({ params }: WalletRequest) => {
        const { psbt } = params[0] as { psbt: string }
        const altered = change(btc.Transaction.fromPSBT(Buffer.from(psbt, 'base64')))
        altered.sign(Buffer.from(secret.slice(2), 'hex'))
        return { psbt: Buffer.from(altered.toPSBT()).toString('base64') }
      },
    })
  }
  const copy = (
    from: btc.Transaction,
    edit: (parts: { inputs: object[]; outputs: { script: Uint8Array; amount: bigint }[] }) => void,
  ) => {
    const parts = {
      inputs: Array.from({ length: from.inputsLength }, (_, at) => ({ ...from.getInput(at) })),
      outputs: Array.from({ length: from.outputsLength }, (_, at) => {
        const { script, amount } = from.getOutput(at)
        return { script: script!, amount: amount! }
      }),
    }
    edit(parts)
    const made = new btc.Transaction()
    for (const input of parts.inputs) made.addInput(input)
    for (const output of parts.outputs) made.addOutput(output)
    return made
  }

  it.each([
    [
      'pays another recipient',
      (psbt: btc.Transaction, thief: Uint8Array) =>
        copy(psbt, ({ outputs }) => {
          outputs[0] = { ...outputs[0]!, script: thief }
        }),
    ],
    [
      'pays the change to a stranger',
      (psbt: btc.Transaction, thief: Uint8Array) =>
        copy(psbt, ({ outputs }) => {
          outputs[1] = { ...outputs[1]!, script: thief }
        }),
    ],
    [
      'leaves the change to the miner',
      (psbt: btc.Transaction) =>
        copy(psbt, ({ outputs }) => {
          outputs.pop()
        }),
    ],
    [
      'pays one sat less',
      (psbt: btc.Transaction) =>
        copy(psbt, ({ outputs }) => {
          outputs[0] = { ...outputs[0]!, amount: outputs[0]!.amount - 1n }
        }),
    ],
    [
      "can't be replaced",
      (psbt: btc.Transaction) =>
        copy(psbt, ({ inputs }) => {
          inputs[0] = { ...inputs[0], sequence: 0xffffffff }
        }),
    ],
  ])('sends nothing if the wallet signs a transaction that %s', async (_, change) => {
    const { wallet, adapter, account } = await world(erin!.secret)
    const to = fresh()
    const thief = btc.OutScript.encode(btc.Address(regtest).decode(fresh()))
    alter(wallet, erin!.secret, (psbt) => change(psbt, thief))
    const seen = async () => ({
      balance: await chain.balance(networks[0].caipNetworkId, erin!.address),
      txs: await (await fetch(`${urlOf()}/address/${erin!.address}/txs`)).json(),
    })
    const before = await seen()
    await expect(adapter.send({ from: account, to, amount: 50_000n })).rejects.toMatchObject({
      code: 'wallet/transaction-altered',
    })
    expect(await seen()).toEqual(before)
  })

  it('refuses a signature that covers only a part of the transaction', async () => {
    const { wallet, adapter, account } = await world(erin!.secret)
    wallet.script.next('signPsbt', {
      answer: ({ params }: WalletRequest) => {
        const { psbt } = params[0] as { psbt: string }
        const signed = btc.Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
        const kinds = [btc.SigHash.NONE]
        for (let at = 0; at < signed.inputsLength; at++) {
          signed.updateInput(at, { sighashType: btc.SigHash.NONE })
          signed.signIdx(Buffer.from(erin!.secret.slice(2), 'hex'), at, kinds)
        }
        return { psbt: Buffer.from(signed.toPSBT()).toString('base64') }
      },
    })
    await expect(adapter.send({ from: account, to: fresh(), amount: 50_000n })).rejects.toMatchObject({
      code: 'wallet/invalid-answer',
    })
  })

  it("refuses a transaction that the wallet doesn't sign, or signs with another key", async () => {
    const { wallet, adapter, account } = await world(erin!.secret)
    wallet.script.next('signPsbt', { answer: ({ params }: WalletRequest) => params[0] })
    const send = () => adapter.send({ from: account, to: fresh(), amount: 50_000n })
    await expect(send()).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
    const other = createBip122Wallet({
      secret: ivan!.secret,
      networks: [networks[0].caipNetworkId],
      authorized: true,
    })
    const [address] = await other.addresses()
    wallet.script.next('signPsbt', {
      answer: async ({ params }: WalletRequest) => {
        const { psbt } = params[0] as { psbt: string }
        const request = { method: 'signPsbt', params: { psbt, signInputs: [{ index: 0, address }] } }
        return other.request(request, networks[0].caipNetworkId).catch(() => ({ psbt }))
      },
    })
    await expect(send()).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
  })

  it.each([
    ['p2wpkh', 'sats-connect'],
    // This wallet keeps ordinals and other coins in the same account.
    ['p2tr', 'unisat'],
    ['p2sh', 'sats-connect'],
    ['p2pkh', 'sats-connect'],
  ] as const)('reads a %s account, signs with it, and sends from it', async (kind, dialect) => {
    const { wallet, adapter, account, connection } = await world(grace!.secret, { kinds: [kind], dialect })
    expect(connection.accounts[0].type).toBe('payment')
    const [address] = await wallet.addresses()
    const funder = await world(grace!.secret, { kinds: ['p2wpkh'] })
    if (kind === 'p2sh' || kind === 'p2pkh')
      await mined(
        (await funder.adapter.send({ from: funder.account, to: address!, amount: 5_000_000n })).hash,
      )
    const before = (await adapter.getBalance(account)).value
    const to = fresh()
    const { hash } = await adapter.send({
      from: account,
      to,
      amount: 100_000n,
      options: { satPerVbyte: 7.5 },
    })
    await mined(hash)
    const { fee, weight } = await transaction(hash)
    expect((await adapter.getBalance(account)).value).toBe(before - 100_000n - BigInt(fee))
    expect(await chain.balance(networks[0].caipNetworkId, to)).toBe(100_000n)
    // The fee rate is at least the requested rate. The fee can pay for a few more bytes per input than are used,
    // because signatures differ in length.
    expect(fee).toBeGreaterThanOrEqual((weight / 4) * 7.5)
    expect(fee).toBeLessThanOrEqual((weight / 4 + 3) * 7.5)

    const { signature, scheme } = await adapter.signMessage(account, 'hello')
    expect(scheme).toBe(kind === 'p2pkh' || kind === 'p2sh' ? 'ecdsa' : 'bip322')
    expect(Verifier.verifySignature(address!, 'hello', signature)).toBe(true)
    if (kind === 'p2wpkh' || kind === 'p2sh') {
      const other = scheme === 'bip322' ? 'ecdsa' : 'bip322'
      const second = await adapter.signMessage(account, 'hello', { scheme: other })
      expect(second.scheme).toBe(other)
      expect(Verifier.verifySignature(address!, 'hello', second.signature)).toBe(true)
    }
  })

  it('pays from the payment account only, and leaves ordinals untouched', async () => {
    const { adapter, accounts } = await world(heidi!.secret)
    const [payment, ordinal] = accounts as [(typeof accounts)[0], (typeof accounts)[0]]
    const held = await chain.unspent(networks[0].caipNetworkId, heidi!.ordinal)
    await expect(adapter.send({ from: ordinal, to: fresh(), amount: 10_000n })).rejects.toMatchObject({
      code: 'validation/invalid-input',
      message: expect.stringContaining('is an ordinal account'),
    })
    // This amount is more than the payment account has, but less than both accounts have together.
    await expect(adapter.send({ from: payment, to: fresh(), amount: 12_000_000_000n })).rejects.toMatchObject(
      { code: 'validation/insufficient-balance' },
    )
    const { hash } = await adapter.send({ from: payment, to: fresh(), amount: 6_000_000_000n })
    await mined(hash)
    const spent = (await transaction(hash)).vin.map(({ prevout }) => prevout.scriptpubkey_address)
    expect(new Set(spent)).toEqual(new Set([heidi!.address]))
    expect(await chain.unspent(networks[0].caipNetworkId, heidi!.ordinal)).toEqual(held)
  })

  it('creates replaceable transactions by default', async () => {
    const { adapter, account } = await world(ivan!.secret)
    const send = async (replaceable?: boolean) => {
      const options = replaceable === undefined ? undefined : { replaceable }
      const { hash } = await adapter.send({ from: account, to: fresh(), amount: 10_000n, options })
      await mined(hash)
      return (await transaction(hash)).vin.map(({ sequence }) => sequence)
    }
    expect(await send()).toEqual([0xfffffffd])
    expect(await send(false)).toEqual([0xfffffffe])
  })

  it("doesn't replace a payment by another payment that was prepared before it", async () => {
    const { adapter, account } = await world(ivan!.secret)
    const prepare = (satPerVbyte: number) =>
      adapter.prepareSend({ from: account, to: fresh(), amount: 30_000n, options: { satPerVbyte } })
    await post('/devnet/automine?on=false')
    try {
      const [first, second] = [await prepare(2), await prepare(20)]
      const sent = await first.send()
      await expect(second.send()).rejects.toMatchObject({ code: 'rpc/transaction-rejected' })
      expect(await adapter.getTransactionStatus(networks[0].caipNetworkId, sent)).toEqual({
        phase: 'pending',
      })
      await post('/devnet/mine')
    } finally {
      await post('/devnet/automine?on=true')
    }
  })

  it('sends nothing if no endpoint shows whether the coins are still unspent', async () => {
    let down = false
    const sent: unknown[] = []
    const { adapter, account } = await world(ivan!.secret, {
      fetch: async (input, init) => {
        if (init?.method === 'POST') sent.push(init.body)
        if (down && String(input).endsWith('/utxo')) throw new TypeError('fetch failed')
        return fetch(input, init)
      },
    })
    const prepared = await adapter.prepareSend({ from: account, to: fresh(), amount: 30_000n })
    down = true
    await expect(prepared.send()).rejects.toMatchObject({ code: 'http/unreachable' })
    expect(sent).toEqual([])
  })

  it('sends its payment if an endpoint does not list the coin yet', async () => {
    let empty = false
    const { adapter, account } = await world(ivan!.secret, {
      fetch: async (input, init) =>
        empty && String(input).endsWith('/utxo') ? Response.json([]) : fetch(input, init),
    })
    const prepared = await adapter.prepareSend({ from: account, to: fresh(), amount: 30_000n })
    empty = true
    const { hash } = await prepared.send()
    expect((await transaction(hash)).vin).toHaveLength(1)
  })

  it("replaces a payment by a host's PSBT that spends the same coin", async () => {
    const { adapter, account } = await world(ivan!.secret)
    await post('/devnet/automine?on=false')
    try {
      const sent = await adapter.send({ from: account, to: fresh(), amount: 30_000n })
      const [coin] = (await transaction(sent.hash)).vin
      const psbt = new btc.Transaction()
      const { script } = btc.p2wpkh(pubECDSA(Buffer.from(ivan!.secret.slice(2), 'hex')), regtest)
      const amount = BigInt((coin!.prevout as unknown as { value: number }).value)
      psbt.addInput({ txid: coin!.txid, index: coin!.vout, witnessUtxo: { script, amount } })
      psbt.addOutputAddress(ivan!.address, amount - 20_000n, regtest)
      const psbtBase64 = Buffer.from(psbt.toPSBT()).toString('base64')
      const { hash } = await adapter.sendTransaction!(account, { psbtBase64, inputsToSign: [0] })
      expect(await adapter.getTransactionStatus(networks[0].caipNetworkId, { hash })).toEqual({
        phase: 'pending',
      })
      expect((await fetch(`${urlOf()}/tx/${sent.hash}`)).status).toBe(404)
      await post('/devnet/mine')
    } finally {
      await post('/devnet/automine?on=true')
    }
  })

  it('resolves if the wallet has broadcast the transaction itself', async () => {
    const { wallet, adapter, account } = await world(ivan!.secret)
    let id = ''
    wallet.script.next('signPsbt', {
      answer: async ({ params }: WalletRequest) => {
        const { psbt } = params[0] as { psbt: string }
        const signed = btc.Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
        signed.sign(Buffer.from(ivan!.secret.slice(2), 'hex'))
        const answer = Buffer.from(signed.toPSBT()).toString('base64')
        signed.finalize()
        id = await (await post('/tx', signed.hex)).text()
        return { psbt: answer }
      },
    })
    const { hash } = await adapter.send({ from: account, to: fresh(), amount: 10_000n })
    expect(hash).toBe(id)
    await mined(hash)
  })

  it.each([
    ['the original', () => ivan!.address],
    ['a new', fresh],
  ])(
    'finds the replacement of a payment whose fee the wallet raised, if the change goes to %s change address',
    async (_, change) => {
      const { adapter, account } = await world(ivan!.secret)
      const payee = { to: fresh(), amount: 40_000n }
      await post('/devnet/automine?on=false')
      try {
        const sent = await adapter.send({ from: account, ...payee })
        const [coin] = (await transaction(sent.hash)).vin
        const waiting = adapter.waitForTransaction(networks[0].caipNetworkId, sent)
        const { hex, id } = replacement(ivan!, coin!, payee, change())
        expect((await post('/tx', hex)).status).toBe(200)
        await post('/devnet/mine')
        expect(await waiting).toMatchObject({ phase: 'confirmed', hash: id })
        expect(await adapter.getTransactionStatus(networks[0].caipNetworkId, sent)).toEqual({
          phase: 'replaced',
          reason: 'repriced',
          hash: id,
        })
      } finally {
        await post('/devnet/automine?on=true')
      }
    },
  )

  it('distinguishes pending outputs from settled outputs, and a replaced transaction from a lost one', async () => {
    const { adapter, account } = await world(ivan!.secret)
    const to = fresh()
    const receiver = caipAddress(networks[0].caipNetworkId, to)
    await post('/devnet/automine?on=false')
    try {
      const sent = await adapter.send({ from: account, to, amount: 40_000n })
      expect(await adapter.getBalance(receiver)).toEqual({
        value: 40_000n,
        pending: 40_000n,
        decimals: 8,
        symbol: 'BTC',
      })
      expect(await adapter.getTransactionStatus(networks[0].caipNetworkId, sent)).toEqual({
        phase: 'pending',
      })
      const { vin } = await transaction(sent.hash)
      expect(sent.reference).toMatch(new RegExp(`^${vin[0]!.txid}:${vin[0]!.vout}:[0-9a-f]{64}$`))

      const [coin] = vin as [(typeof vin)[0]]
      const replacing = replacement(ivan!, coin)
      expect((await post('/tx', replacing.hex)).status).toBe(200)
      expect(await adapter.getTransactionStatus(networks[0].caipNetworkId, sent)).toEqual({
        phase: 'unknown',
      })
      await post('/devnet/mine')
      expect(await adapter.getTransactionStatus(networks[0].caipNetworkId, sent)).toEqual({
        phase: 'pending',
      })
      expect(await adapter.getBalance(receiver)).toEqual({ value: 0n, decimals: 8, symbol: 'BTC' })
      await post('/devnet/mine?blocks=6')
      expect(await adapter.getTransactionStatus(networks[0].caipNetworkId, sent)).toEqual({
        phase: 'replaced',
        reason: 'cancelled',
        hash: replacing.id,
        accordingTo: expect.any(String),
      })
      const status = await adapter.getTransactionStatus(networks[0].caipNetworkId, { hash: replacing.id })
      expect(status).toMatchObject({ phase: 'finalized' })
    } finally {
      await post('/devnet/automine?on=true')
    }
  })

  function replacement(
    owner: { address: string; secret: string },
    coin: { txid: string; vout: number; prevout: object },
    payee?: { readonly to: string; readonly amount: bigint },
    change = owner.address,
  ) {
    const key = Buffer.from(owner.secret.slice(2), 'hex')
    const { script } = btc.p2wpkh(pubECDSA(key), regtest)
    const amount = BigInt((coin.prevout as { value: number }).value)
    const made = new btc.Transaction()
    made.addInput({
      txid: coin.txid,
      index: coin.vout,
      sequence: 0xfffffffd,
      witnessUtxo: { script, amount },
    })
    if (payee) made.addOutputAddress(payee.to, payee.amount, regtest)
    made.addOutputAddress(change, amount - 20_000n - (payee?.amount ?? 0n), regtest)
    made.sign(key)
    made.finalize()
    return made
  }

  it('sends nothing if the caller aborts while the wallet signs', async () => {
    const { wallet, adapter, account } = await world(ivan!.secret)
    let approve = () => {}
    wallet.script.next('signPsbt', { until: new Promise<void>((resolve) => (approve = resolve)) })
    const abort = new AbortController()
    const to = fresh()
    const sending = adapter.send({ from: account, to, amount: 10_000n }, { signal: abort.signal })
    await expect
      .poll(() => wallet.script.count('signPsbt'), { message: 'the wallet is asked to sign' })
      .toBe(1)
    abort.abort()
    await expect(sending).rejects.toMatchObject({ code: 'flow/aborted' })
    approve()
    // If the adapter ignored the abort, it would send the signed transaction before the next transfer. So make another
    // transfer before the check.
    const next = fresh()
    const send = () => adapter.send({ from: account, to: next, amount: 10_000n })
    const { hash } = await polled(send, 'the next transfer is sent')
    await mined(hash)
    expect(await chain.balance(networks[0].caipNetworkId, to)).toBe(0n)
  })

  it('finishes a broadcast even if the caller aborts', async () => {
    let posted = () => {}
    const post = new Promise<void>((resolve) => (posted = resolve))
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const { adapter, account } = await world(ivan!.secret, {
      fetch: async (input, init) => {
        if (init?.method !== 'POST') return fetch(input, init)
        posted()
        await released
        return fetch(input, init)
      },
    })
    const told: unknown[] = []
    adapter.on('transactionSent', ({ sent }) => told.push(sent))
    const abort = new AbortController()
    const to = fresh()
    const sending = adapter.send({ from: account, to, amount: 10_000n }, { signal: abort.signal })
    await post
    abort.abort()
    await expect(sending).rejects.toMatchObject({ code: 'flow/aborted' })
    release()
    const reference = expect.stringMatching(/^[0-9a-f]{64}:\d+:[0-9a-f]{64}$/)
    await expect
      .poll(() => told, { message: 'the payment is announced' })
      .toEqual([{ hash: expect.any(String), reference }])
    await mined((told[0] as { hash: string }).hash)
    expect(await chain.balance(networks[0].caipNetworkId, to)).toBe(10_000n)
  })

  it("signs and sends a host's PSBT, whether the wallet or the adapter finalizes it", async () => {
    for (const finalizes of [false, true]) {
      const { adapter, account } = await world(ivan!.secret, { finalizes })
      const [coin] = (await chain.unspent(networks[0].caipNetworkId, ivan!.address)) as [Unspent]
      const to = fresh()
      const { script } = btc.p2wpkh(pubECDSA(Buffer.from(ivan!.secret.slice(2), 'hex')), regtest)
      const made = new btc.Transaction()
      made.addInput({
        txid: coin.txid,
        index: coin.vout,
        witnessUtxo: { script, amount: BigInt(coin.value) },
      })
      made.addOutputAddress(to, 20_000n, regtest)
      made.addOutputAddress(ivan!.address, BigInt(coin.value) - 20_500n, regtest)
      const psbtBase64 = Buffer.from(made.toPSBT()).toString('base64')
      const signed = await adapter.signTransaction!(account, { psbtBase64, inputsToSign: [0] })
      expect(signed.txid).toBe(made.id)
      const { hash } = await adapter.sendTransaction!(account, { psbtBase64, inputsToSign: [0] })
      expect(hash).toBe(made.id)
      await mined(hash)
      expect(await chain.balance(networks[0].caipNetworkId, to)).toBe(20_000n)
    }
  })

  it('refuses an invalid PSBT and missing inputs', async () => {
    const { wallet, adapter, account } = await world(ivan!.secret)
    const made = new btc.Transaction()
    made.addInput({ txid: 'ab'.repeat(32), index: 0 })
    made.addOutputAddress(fresh(), 1000n, regtest)
    const good = Buffer.from(made.toPSBT()).toString('base64')
    made.addInput({ txid: 'cd'.repeat(32), index: 0 })
    const undecodable = (index: number) => {
      const psbt = Psbt.fromBuffer(made.toPSBT())
      Object.assign(psbt.data.inputs[index]!, { nonWitnessUtxo: new Uint8Array(2) })
      return psbt.toBase64()
    }
    for (const [psbtBase64, inputsToSign] of [
      [undecodable(0), [0]],
      // The other input's previous transaction is checked too, before the wallet is asked.
      [undecodable(1), [0]],
      ['nonsense', [0]],
      ['', [0]],
      [good, []],
      [good, [1]],
      [good, [-1]],
      [good, [0, 0]],
      [good, [0.5]],
    ] as const)
      await expect(
        adapter.signTransaction!(account, { psbtBase64, inputsToSign }),
        `${psbtBase64} ${inputsToSign}`,
      ).rejects.toMatchObject({ code: 'validation/invalid-input' })
    expect(wallet.script.count('signPsbt')).toBe(0)
    await expect(inspectPsbt(undecodable(1), networks[0].caipNetworkId)).rejects.toMatchObject({
      code: 'validation/invalid-input',
      message: expect.stringContaining('psbt.inputs[1]'),
    })
  })

  it('refuses dust, amounts above the bitcoin supply, and absurd rates', async () => {
    const { adapter, account } = await world(ivan!.secret)
    const send = (amount: bigint, satPerVbyte?: number) =>
      adapter.send({ from: account, to: fresh(), amount, options: { satPerVbyte } as never })
    await expect(send(293n)).rejects.toMatchObject({ code: 'validation/invalid-amount' })
    await expect(send(2_100_000_000_000_001n)).rejects.toMatchObject({ code: 'validation/invalid-amount' })
    for (const rate of [0, -1, Number.NaN, 10_001])
      await expect(send(10_000n, rate), String(rate)).rejects.toMatchObject({
        code: 'validation/invalid-input',
      })
    await mined((await send(294n)).hash)
  })

  it("sends the host's payments and data outputs in one transaction", async () => {
    const { wallet, adapter, account } = await world(ivan!.secret)
    const [first, second] = [fresh(), fresh()]
    const data = new TextEncoder().encode('order 7')
    const before = await chain.balance(networks[0].caipNetworkId, ivan!.address)
    const { hash } = await adapter.sendTransaction!(account, {
      outputs: [{ to: first, amount: 20_000n }, { data }, { to: second, amount: 30_000n }],
      satPerVbyte: 2,
    })
    await mined(hash)
    const { vout, fee, weight } = await transaction(hash)
    expect(vout.slice(0, 3)).toMatchObject([
      { value: 20_000, scriptpubkey_address: first },
      { value: 0, scriptpubkey: `6a07${Buffer.from(data).toString('hex')}` },
      { value: 30_000, scriptpubkey_address: second },
    ])
    // The adapter adds only the change, and uses the host's rate.
    expect(vout.slice(3).map((each) => each.scriptpubkey_address)).toEqual([ivan!.address])
    expect(fee / (weight / 4)).toBeGreaterThanOrEqual(2)
    expect(fee / (weight / 4)).toBeLessThan(2.1)
    expect(before - (await chain.balance(networks[0].caipNetworkId, ivan!.address))).toBe(
      50_000n + BigInt(fee),
    )
    expect(wallet.script.count('signPsbt')).toBe(1)
    await expect(
      adapter.sendTransaction!(account, { outputs: [{ to: first, amount: 20_000n }] }, { maxFee: 1n }),
    ).rejects.toMatchObject({ code: 'wallet/fee-above-limit' })
    expect(wallet.script.count('signPsbt')).toBe(1)
  })

  it.each<[string, readonly object[], string, string?]>([
    ['that is empty', [], 'validation/invalid-input', 'outputs'],
    ['with dust', [{ to: fresh(), amount: 293n }], 'validation/invalid-amount'],
    ['with a negative amount', [{ to: fresh(), amount: -1n }], 'validation/invalid-amount'],
    [
      'with an address of another network',
      [{ to: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', amount: 500n }],
      'validation/invalid-address',
    ],
    ['with too much data', [{ data: new Uint8Array(81) }], 'validation/invalid-input', 'outputs[0]'],
    [
      'with data twice',
      [{ data: new Uint8Array(8) }, { data: new Uint8Array(8) }],
      'validation/invalid-input',
      'outputs',
    ],
    [
      'with a value that is not an output',
      [{ to: fresh(), amount: 500n }, null as never],
      'validation/invalid-input',
      'outputs[1]',
    ],
    [
      'worth more than the account has',
      [
        { to: fresh(), amount: 10n ** 14n },
        { to: fresh(), amount: 10n ** 14n },
      ],
      'validation/insufficient-balance',
    ],
  ])('refuses a list of outputs %s, without asking the wallet', async (_, outputs, code, field) => {
    const { wallet, adapter, account } = await world(ivan!.secret)
    await expect(adapter.sendTransaction!(account, { outputs: outputs as never })).rejects.toMatchObject({
      code,
      ...(field && { values: { field } }),
    })
    expect(wallet.script.count('signPsbt')).toBe(0)
  })

  it('signs messages with both accounts of a Leather wallet, and sends with this wallet', async () => {
    const { adapter, accounts } = await world(ivan!.secret, { dialect: 'leather' })
    for (const account of accounts) {
      const { signature } = await adapter.signMessage(account, 'hello')
      expect(Verifier.verifySignature(account.slice(account.lastIndexOf(':') + 1), 'hello', signature)).toBe(
        true,
      )
    }
    const to = fresh()
    await mined((await adapter.send({ from: accounts[0]!, to, amount: 10_000n })).hash)
    expect(await chain.balance(networks[0].caipNetworkId, to)).toBe(10_000n)
    const [connection] = adapter.connections()
    await expect(adapter.switchNetwork(connection!.id, networks[1])).rejects.toMatchObject({
      code: 'adapter/unsupported',
    })
  })

  it('switches to signet, and sends a payment there', async () => {
    const { adapter, connection } = await world(grace!.secret)
    await adapter.switchNetwork(connection.id, networks[1])
    const [{ accounts, network }] = adapter.connections() as [typeof connection]
    expect(network).toBe(networks[1])
    expect(accounts.map(({ address }) => address)).toEqual([
      onSignet(grace!.address),
      onSignet(grace!.ordinal),
    ])
    const to = onSignet(fresh())
    const from = caipAddress(networks[1].caipNetworkId, accounts[0].address)
    const { hash } = await adapter.send({ from, to, amount: 10_000n })
    const confirmed = async () =>
      ((await (await fetch(`${urlOf(1)}/tx/${hash}/status`)).json()) as { confirmed: boolean }).confirmed
    await expect.poll(confirmed, { message: 'the transaction is confirmed' }).toBe(true)
    await expect(adapter.send({ from, to: fresh(), amount: 10_000n })).rejects.toMatchObject({
      code: 'validation/invalid-address',
    })
  })

  it('refuses an endpoint of another network', async () => {
    const other: typeof fetch = (input, init) => fetch(String(input).replace(urlOf(0), urlOf(1)), init)
    const { adapter, account } = await world(ivan!.secret, { fetch: other })
    await expect(adapter.getBalance(account)).rejects.toMatchObject({ code: 'network/endpoint-mismatch' })
  })

  it('refuses impossible answers of the endpoint', async () => {
    const lies: Record<string, unknown> = {}
    const lying: typeof fetch = async (input, init) => {
      const { pathname } = new URL(String(input))
      const lie = Object.entries(lies).find(([end]) => pathname.endsWith(end))
      return lie ? new Response(JSON.stringify(lie[1])) : fetch(input, init)
    }
    const { adapter, account } = await world(ivan!.secret, { fetch: lying })
    const send = () => adapter.send({ from: account, to: fresh(), amount: 10_000n })
    for (const [end, answers] of [
      ['/utxo', [null, {}, [{}], [{ txid: 'ab', vout: 0, value: 1, status: { confirmed: true } }]]],
      ['/utxo', [[{ txid: 'ab'.repeat(32), vout: -1, value: 1, status: { confirmed: true } }]]],
      ['/utxo', [[{ txid: 'ab'.repeat(32), vout: 0, value: 2.1e15 + 1, status: { confirmed: true } }]]],
      ['/utxo', [[{ txid: 'ab'.repeat(32), vout: 0, value: 1.5, status: { confirmed: true } }]]],
      ['/fee-estimates', [{ '3': 'much' }, { '3': -1 }, { '3': 100_000 }]],
    ] as const)
      for (const answer of answers) {
        lies[end] = answer
        await expect(send(), JSON.stringify(answer)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
        delete lies[end]
      }
    // Test networks often have too few transactions for estimates. The adapter then uses the minimum rate.
    lies['/fee-estimates'] = {}
    const fee = await adapter.estimateFee({ from: account, to: fresh(), amount: 10_000n })
    expect(fee.detail).toMatchObject({ satPerVbyte: 1 })
    delete lies['/fee-estimates']
    lies[ivan!.address] = { chain_stats: { funded_txo_sum: 1, spent_txo_sum: 2 }, mempool_stats: {} }
    await expect(adapter.getBalance(account)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
  })
})
