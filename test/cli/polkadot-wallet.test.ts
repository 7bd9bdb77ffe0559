import { ApiPromise, HttpProvider } from '@polkadot/api'
import type { Devnet } from 'latchkey/devnet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { type BareDapp, openBareDapp } from '../support/bare-dapp.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { builtCli } from './support/bundle.ts'
import { lyingNode } from './support/loopback-node.ts'
import { hasPty, type OnPty, onPty } from './support/pty.ts'
import { tempDir } from './support/run-cli.ts'

describe.skipIf(!hasPty)('latchkey wallet on a real terminal, with a polkadot page', () => {
  let devnet: Devnet
  let main: string
  let dapp: BareDapp
  let api: ApiPromise

  beforeAll(async () => {
    ;[devnet, main] = await Promise.all([leaseDevnet({ families: ['polkadot'], relay: true }), builtCli()])
    api = await ApiPromise.create({ provider: new HttpProvider(devnet.nodes[0]!.url), noInitWarn: true })
  }, leaseTimeout)
  afterAll(async () => {
    await api?.disconnect()
    await devnet?.stop()
  })
  beforeEach(async () => {
    dapp = await openBareDapp(devnet.relay!.url)
  })
  afterEach(() => dapp.close())

  const alice = () => devnet.accounts.alice!.polkadot!.address
  const bob = () => devnet.accounts.bob!.polkadot!.address
  const asked = (wallet: OnPty, count: number) =>
    expect
      .poll(() => wallet.screen().match(/\[y\/N\]/g)?.length ?? 0, {
        message: `the terminal shows question ${count}`,
      })
      .toBe(count)
  const question = (wallet: OnPty) =>
    wallet
      .screen()
      .match(/[^\n]*\[y\/N\]/g)
      ?.at(-1)

  /** Pairs a wallet with a page, and approves the pairing. `url` is the node of the wallet's first network. */
  async function paired(url = devnet.nodes[0]!.url) {
    const [first] = devnet.networks
    const network = { ...first!, rpcUrls: { default: { http: [url] } } }
    // Makes the command interactive, even if the tests run without a terminal.
    const env = { LATCHKEY_HOME: `${tempDir()}/home`, NO_COLOR: '1', CI: '' }
    writeDevnet(env, {
      ...{ id: 'test', pid: process.pid, startedAt: new Date().toISOString() },
      ...{ networks: [network], tokens: [], nodes: devnet.nodes, relay: devnet.relay!.url, accounts: {} },
    })
    const chain = network.caipNetworkId
    const { uri, settled } = await dapp.propose({
      polkadot: { chains: [chain], methods: ['polkadot_signTransaction'], events: [] },
    })
    const wallet = onPty(main, ['wallet', uri], env)
    await asked(wallet, 1)
    wallet.type('y\r')
    const { topic } = await settled
    return {
      wallet,
      sign: (transactionPayload: object) =>
        dapp
          .request<{ signature: `0x${string}` }>(topic, chain, 'polkadot_signTransaction', {
            address: alice(),
            transactionPayload,
          })
          .then(
            ({ signature }) => ({ signature }),
            ({ code, message }: { code: number; message: string }) => ({ code, message }),
          ),
      async hangUp() {
        await dapp.client.disconnect({ topic, reason: { code: 6000, message: 'bye' } })
        return wallet.done
      },
    }
  }

  async function transfer() {
    const call = api.tx.balances!.transferKeepAlive!(bob(), 9_500_000_000_000n)
    const nonce = await api.rpc.system.accountNextIndex(alice())
    const payload = api.registry.createType('SignerPayload', {
      ...{
        address: alice(),
        blockHash: api.genesisHash,
        blockNumber: 0,
        era: '0x00',
        nonce,
        tip: 3_000_000,
      },
      ...{ genesisHash: api.genesisHash, method: call.method, runtimeVersion: api.runtimeVersion },
      ...{ signedExtensions: api.registry.signedExtensions, version: api.extrinsicVersion },
    } as never) as unknown as { toPayload(): object }
    return { call, payload: { ...payload.toPayload(), address: alice() } }
  }

  it('shows the call and its recipient as unverified, and signs the call', {
    tags: ['ci'],
  }, async () => {
    const { wallet, sign, hangUp } = await paired()
    const { call, payload } = await transfer()
    const answer = sign(payload)
    await asked(wallet, 2)
    const rows = wallet.screen().replaceAll('\r', '')
    expect(rows).toMatch(/^call +balances\.transferKeepAlive$/m)
    expect(rows).toMatch(new RegExp(`^ {2}dest +${bob()}$`, 'm'))
    expect(rows).toMatch(/^ {2}value +9\.5 UNIT$/m)
    expect(rows).toMatch(/^description +UNVERIFIED: only the node says what the call does$/m)
    expect(rows).toMatch(/^tip +0\.000003 UNIT$/m)
    expect(rows).toMatch(/^valid +forever, until its nonce is used$/m)
    expect(rows).toMatch(/^fee +up to 0\.0+\d+ UNIT$/m)
    expect(question(wallet)).toContain(
      `(UNVERIFIED) balances.transferKeepAlive(dest: ${bob()}, value: 9.5 UNIT)`,
    )
    wallet.type('y\r')
    const { signature } = (await answer) as { signature: `0x${string}` }
    const extrinsic = call.addSignature(alice(), signature, payload as never)
    const sent = await api.rpc.author.submitExtrinsic(extrinsic as never)
    expect(sent.toHex()).toBe(extrinsic.hash.toHex())
    expect(await hangUp()).toBe(0)
  })

  it("refuses a payload that the runtime can't decode, without a prompt", {
    tags: ['ci'],
  }, async () => {
    const { wallet, sign, hangUp } = await paired()
    const { payload } = await transfer()
    const { method } = payload as unknown as { method: string }
    for (const changed of [
      { method: `${method}00` },
      { method: '0xffff' },
      { signedExtensions: ['ChargeFromElsewhere'] },
    ])
      expect(await sign({ ...payload, ...changed })).toMatchObject({ code: -32602 })
    await asked(wallet, 1)
    expect(await hangUp()).toBe(0)
  })

  it("says that the call can't be decoded if the node returns no runtime metadata", {
    tags: ['ci'],
  }, async () => {
    const silent = await lyingNode(devnet.nodes[0]!.url, (method, result) =>
      method === 'state_getMetadata' ? null : result,
    )
    onTestFinished(() => silent.stop())
    const { wallet, sign, hangUp } = await paired(silent.url)
    const { payload } = await transfer()
    const answer = sign(payload)
    await expect
      .poll(wallet.screen, { message: 'the terminal asks for a word, not a yes' })
      .toMatch(/DANGER: send a call that this wallet can't decode.*Type "unknown" to approve/s)
    expect(wallet.screen()).toContain("UNVERIFIED: the call can't be decoded")
    // The line can wrap between two words.
    expect(wallet.screen()).toMatch(/not decoded,\s+since the chain's\s+metadata/)
    // The prompt requires a word, so `y` declines.
    wallet.type('y\r')
    expect(await answer).toMatchObject({ code: 5000 })
    expect(await hangUp()).toBe(0)
  })
})
