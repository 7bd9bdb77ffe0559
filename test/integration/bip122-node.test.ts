import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as btc from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { build } from 'esbuild'
import { type Devnet, devAccounts, startDevnet } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bip122Accounts } from '../../src/devnet/accounts/bip122.ts'
import { bitcoinNodes, hasBitcoind, startBitcoin } from '../support/bitcoind.ts'

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const keyOf = (name: string) => Buffer.from(bip122Accounts[name]!.secret.slice(2), 'hex')

interface Unspent {
  readonly txid: string
  readonly vout: number
  readonly value: number
  readonly status: { readonly confirmed: boolean; readonly block_height?: number }
}

async function ask<T>(url: string, path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url + path, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return (response.headers.get('content-type')?.startsWith('text/') ? text : JSON.parse(text)) as T
}

const mined = (url: string, txid: string) =>
  expect
    .poll(() => ask<{ confirmed: boolean }>(url, `/tx/${txid}/status`), {
      message: 'the transaction is confirmed',
    })
    .toMatchObject({
      confirmed: true,
    })

/** Creates a payment with another library than the code under test. */
function payment(from: 'payment' | 'ordinal', name: string, coin: Unspent, to: string, network = regtest) {
  const publicKey = pubECDSA(keyOf(name))
  const source =
    from === 'payment' ? btc.p2wpkh(publicKey, network) : btc.p2tr(publicKey.slice(1), undefined, network)
  const fee = 200n
  const transaction = new btc.Transaction()
  transaction.addInput({
    txid: coin.txid,
    index: coin.vout,
    witnessUtxo: { script: source.script, amount: BigInt(coin.value) },
    ...(from === 'ordinal' && { tapInternalKey: publicKey.slice(1) }),
  })
  transaction.addOutputAddress(to, 100_000n, network)
  transaction.addOutputAddress(source.address!, BigInt(coin.value) - 100_000n - fee, network)
  transaction.sign(keyOf(name))
  transaction.finalize()
  return transaction
}

describe('the accounts of the bip122 devnet', () => {
  it('have secrets that match their payment and ordinals addresses', () => {
    for (const { address, ordinal, secret } of Object.values(bip122Accounts)) {
      const publicKey = pubECDSA(Buffer.from(secret.slice(2), 'hex'))
      expect(btc.p2wpkh(publicKey, regtest).address).toBe(address)
      expect(btc.p2tr(publicKey.slice(1), undefined, regtest).address).toBe(ordinal)
    }
    expect(Object.keys(bip122Accounts)).toEqual(Object.keys(devAccounts))
  })
})

describe('bitcoind', () => {
  it('causes an error with its install command if it is not installed', async () => {
    const before = process.env.BITCOIND
    process.env.BITCOIND = '/nowhere/bitcoind'
    try {
      await expect(startDevnet({ families: ['bip122'] })).rejects.toMatchObject({
        code: 'config/peer-missing',
        message: expect.stringContaining('install Bitcoin Core'),
      })
    } finally {
      if (before === undefined) delete process.env.BITCOIND
      else process.env.BITCOIND = before
    }
  })

  it('causes an error with its output if it exits at once', async () => {
    const before = process.env.BITCOIND
    // The test runs Node.js in place of bitcoind. Node.js refuses bitcoind's options, so the process exits at once.
    process.env.BITCOIND = process.execPath
    try {
      await expect(startDevnet({ families: ['bip122'] })).rejects.toMatchObject({
        message: expect.stringMatching(/bitcoind could not be started: it ended by code 9: .*bad option/),
      })
    } finally {
      if (before === undefined) delete process.env.BITCOIND
      else process.env.BITCOIND = before
    }
  })
})

describe.each(bitcoinNodes)('the bip122 devnet on %s', (software) => {
  let devnet: Devnet
  let regtestUrl: string
  let signetUrl: string
  const { alice, bob, carol, dave } = bip122Accounts as Record<string, (typeof bip122Accounts)[string]>

  beforeAll(async () => {
    devnet = await startBitcoin(software)
    ;[regtestUrl, signetUrl] = devnet.nodes.map(({ url }) => url) as [string, string]
    for (const url of [regtestUrl, signetUrl])
      for (const { address, ordinal } of Object.values(bip122Accounts))
        for (const each of [address, ordinal]) {
          const here = url === regtestUrl ? each : onSignet(each)
          first.set(here, await unspent(here, url))
        }
  })
  afterAll(() => devnet?.stop())

  /** The coins of each address before the first test. */
  const first = new Map<string, readonly Unspent[]>()
  const unspent = (address: string, url = regtestUrl) => ask<Unspent[]>(url, `/address/${address}/utxo`)
  const broadcast = (hex: string, url = regtestUrl) => ask<string>(url, '/tx', { method: 'POST', body: hex })

  it('says which software it runs, and whether this is a simulator', () => {
    const simulator = software === 'the simulator'
    for (const { simulates, ...node } of devnet.nodes) {
      expect(node.software).toBe(simulator ? 'simulator' : 'bitcoind')
      expect(simulates?.software).toBe(simulator ? 'bitcoind' : undefined)
      expect(simulates?.install ?? '').toContain(simulator ? 'install Bitcoin Core' : '')
      expect(node.pid === process.pid).toBe(simulator)
    }
    for (const { name } of devnet.networks) expect(/\(simulator\)$/.test(name)).toBe(simulator)
  })

  it('runs regtest and a signet, and derives their ids from their genesis blocks', async () => {
    for (const { network, url } of devnet.nodes) {
      const genesis = await ask<string>(url, '/block-height/0')
      expect(network).toBe(`bip122:${genesis.slice(0, 32)}`)
    }
    expect(devnet.networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual([
      'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
      'bip122:00000008819873e925422c1ff0f99f7c',
    ])
  })

  it('funds both addresses of every named account on both networks', async () => {
    for (const [url, sums] of [
      [regtestUrl, [100, 50]],
      [signetUrl, [5, 5]],
    ] as const) {
      const tip = Number(await ask(url, '/blocks/tip/height'))
      for (const { address, ordinal } of Object.values(bip122Accounts))
        for (const [at, spelled] of [address, ordinal].entries()) {
          const here = url === regtestUrl ? spelled : onSignet(spelled)
          const coins = first.get(here)!
          expect(coins.reduce((sum, { value }) => sum + value, 0)).toBe(sums[at]! * 1e8)
          for (const { status } of coins) expect(tip + 1 - status.block_height!).toBeGreaterThanOrEqual(100)
        }
    }
  })

  it('refuses faulty transactions, and mines the valid transaction', async () => {
    const [coin] = await unspent(alice!.address)
    const good = payment('payment', 'alice', coin!, bob!.address)
    const forged = good.hex.replace(/(3044|3045)(02..)(....)/, (_, der, length, r) => der + length + flip(r))
    await expect(broadcast(forged)).rejects.toThrow(/400 sendrawtransaction RPC error.*(signature|Script)/i)
    const greedy = payment('payment', 'alice', { ...coin!, value: coin!.value + 1 }, bob!.address)
    await expect(broadcast(greedy.hex)).rejects.toThrow(/400 sendrawtransaction RPC error/)
    await expect(broadcast('00')).rejects.toThrow(/TX decode failed/)

    const before = await unspent(bob!.address)
    expect(await broadcast(good.hex)).toBe(good.id)
    await mined(regtestUrl, good.id)
    const after = await unspent(bob!.address)
    expect(after.length).toBe(before.length + 1)
    expect(after.find(({ txid }) => txid === good.id)?.value).toBe(100_000)
    expect(await ask(regtestUrl, `/tx/${good.id}`)).toMatchObject({ fee: 200, vin: [{ txid: coin!.txid }] })
    expect(await ask(regtestUrl, `/tx/${good.id}/hex`)).toBe(good.hex)
    expect(await ask(regtestUrl, `/tx/${coin!.txid}/outspend/${coin!.vout}`)).toMatchObject({
      spent: true,
      txid: good.id,
    })
    await expect(broadcast(payment('payment', 'alice', coin!, carol!.address).hex)).rejects.toThrow(/400/)
  })

  it('spends a taproot output', async () => {
    const [coin] = await unspent(carol!.ordinal)
    const sent = payment('ordinal', 'carol', coin!, bob!.address)
    expect(await broadcast(sent.hex)).toBe(sent.id)
    await mined(regtestUrl, sent.id)
  })

  it('sends a transaction on the signet', async () => {
    const from = onSignet(dave!.address)
    const [coin] = await unspent(from, signetUrl)
    const signet = { ...regtest, bech32: 'tb' }
    const sent = payment('payment', 'dave', coin!, onSignet(bob!.address), signet)
    expect(await broadcast(sent.hex, signetUrl)).toBe(sent.id)
    await mined(signetUrl, sent.id)
  })

  it('keeps a transaction in the mempool while mining is off', async () => {
    await ask(regtestUrl, '/devnet/automine?on=false', { method: 'POST' })
    const [coin] = await unspent(dave!.address)
    const sent = payment('payment', 'dave', coin!, bob!.address)
    await broadcast(sent.hex)
    expect(await ask(regtestUrl, `/tx/${sent.id}/status`)).toEqual({ confirmed: false })
    expect(await ask(regtestUrl, `/address/${dave!.address}`)).toMatchObject({
      mempool_stats: { spent_txo_count: 1, spent_txo_sum: coin!.value, funded_txo_count: 1, tx_count: 1 },
    })
    expect((await unspent(dave!.address)).some(({ txid }) => txid === coin!.txid)).toBe(false)
    const [newest] = await ask<{ txid: string }[]>(regtestUrl, `/address/${dave!.address}/txs`)
    expect(newest?.txid).toBe(sent.id)

    const height = Number(await ask(regtestUrl, '/blocks/tip/height'))
    await ask(regtestUrl, '/devnet/mine?blocks=2', { method: 'POST' })
    expect(Number(await ask(regtestUrl, '/blocks/tip/height'))).toBe(height + 2)
    expect(await ask(regtestUrl, `/tx/${sent.id}/status`)).toMatchObject({
      confirmed: true,
      block_height: height + 1,
    })
    await ask(regtestUrl, '/devnet/automine?on=true', { method: 'POST' })
  })

  it('refuses unknown paths, ids and addresses', async () => {
    const status = async (path: string) => (await fetch(regtestUrl + path)).status
    expect(await status(`/tx/${'ab'.repeat(32)}`)).toBe(404)
    expect(await status('/block-height/99999999')).toBe(404)
    expect(await status('/address/nonsense')).toBe(400)
    expect(await status(`/address/${onSignet(alice!.address)}`)).toBe(400)
    expect(await status('/nothing')).toBe(404)
  })

  it('returns lower fee rates for a slower confirmation', async () => {
    const rates = await ask<Record<string, number>>(regtestUrl, '/fee-estimates')
    expect(rates['1']).toBeGreaterThan(rates['144']!)
    expect(rates['144']).toBeGreaterThanOrEqual(1)
  })
})

describe.skipIf(!hasBitcoind || process.platform === 'win32')('a process with a bip122 devnet', () => {
  let folder: string
  const children: ChildProcess[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-devnet-'))
    await build({
      entryPoints: [fileURLToPath(new URL('../support/devnet-child.ts', import.meta.url))],
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      // Without code splitting, esbuild would load the code of other families too.
      splitting: true,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['viem', 'litesvm', '@solana/*', '@polkadot/*', '@cosmjs/*', 'bitcoinjs-lib'],
      logLevel: 'silent',
    })
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves no node and no file behind when %s ends it',
    async (signal) => {
      const temporary = await mkdtemp(join(folder, 'tmp-'))
      const child = spawn(process.execPath, [join(folder, 'devnet-child.mjs'), 'wait', 'bip122'], {
        env: { ...process.env, TMPDIR: temporary },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
      const pids = (JSON.parse(line) as { pid: number }[]).map(({ pid }) => pid)
      expect(pids.every(isAlive)).toBe(true)
      child.kill(signal)
      await once(child, 'exit')
      await expect.poll(() => pids.filter(isAlive), { message: 'the nodes end' }).toEqual([])
      await expect
        .poll(() => readdir(temporary), { message: 'the folders of the nodes are removed' })
        .toEqual([])
    },
  )
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function flip(hex: string): string {
  return hex.replace(/./g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))
}

/** Converts a regtest address to the signet address with the same script. */
function onSignet(address: string): string {
  const signet = { ...regtest, bech32: 'tb' }
  return btc.Address(signet).encode(btc.Address(regtest).decode(address))
}
