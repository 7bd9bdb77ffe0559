// @module-tag ci
import { setTimeout as sleep } from 'node:timers/promises'
import { hex } from '@scure/base'
import { verifyMessage } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { askNode } from '../../cli/nodes/node-rpc.ts'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { type BareDapp, openBareDapp } from '../support/bare-dapp.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { builtCli } from './support/bundle.ts'
import { hasPty, type OnPty, onPty } from './support/pty.ts'
import { tempDir } from './support/run-cli.ts'

const network = 'eip155:31337'
const text = (message: string) => `0x${hex.encode(new TextEncoder().encode(message))}`
const nineEther = `0x${(9n * 10n ** 18n).toString(16)}`

describe.skipIf(!hasPty)('latchkey wallet on a real terminal', () => {
  let devnet: Devnet
  let main: string
  let dapp: BareDapp
  let env: Record<string, string>

  beforeAll(async () => {
    ;[devnet, main] = await Promise.all([leaseDevnet({ families: ['eip155'], relay: true }), builtCli()])
  }, leaseTimeout)
  afterAll(async () => {
    await devnet?.stop()
  })
  beforeEach(async () => {
    dapp = await openBareDapp(devnet.relay!.url)
    // Makes the command interactive, even if the tests run without a terminal.
    env = { LATCHKEY_HOME: `${tempDir()}/home`, NO_COLOR: '1', CI: '' }
    writeDevnet(env, {
      id: 'test',
      pid: process.pid,
      startedAt: new Date().toISOString(),
      networks: devnet.networks,
      tokens: devnet.tokens,
      nodes: devnet.nodes,
      relay: devnet.relay!.url,
      accounts: {},
    })
  })
  afterEach(() => dapp.close())

  const alice = () => devnet.accounts.alice!.eip155!.address
  const bob = () => devnet.accounts.bob!.eip155!.address
  const balanceOf = async (address: string) =>
    BigInt(await askNode<string>(devnet.nodes[0]!.url, 'eth_getBalance', [address, 'latest']))
  const questions = ({ screen }: OnPty) => screen().match(/\[y\/N\]/g)?.length ?? 0
  const lastLine = ({ screen }: OnPty) =>
    screen()
      .match(/[^\n]*\[y\/N\]/g)
      ?.at(-1)
  const asked = (wallet: OnPty, count: number) =>
    expect.poll(() => questions(wallet), { message: `the terminal shows question ${count}` }).toBe(count)

  it('asks for the URI without showing it, and then asks for approval of the pairing', {
    tags: ['ci'],
  }, async () => {
    const { uri, settled } = await dapp.propose({
      eip155: { chains: [network], methods: ['personal_sign'], events: [] },
    })
    const wallet = onPty(main, ['wallet', '-'], env)
    await expect.poll(wallet.screen, { message: 'the terminal asks for the uri' }).toContain('Pairing uri:')
    wallet.type(`${uri}\r`)
    await asked(wallet, 1)
    wallet.type('y\r')
    await settled
    expect(wallet.screen()).not.toContain('symKey')
    expect(wallet.screen()).not.toContain(uri.slice(0, 20))
  })

  /** Pairs the wallet with a page, and approves the pairing. */
  async function paired() {
    const { uri, settled } = await dapp.propose({
      eip155: { chains: [network], methods: ['personal_sign', 'eth_sendTransaction'], events: [] },
    })
    const wallet = onPty(main, ['wallet', uri], env)
    await asked(wallet, 1)
    wallet.type('y\r')
    const { topic } = await settled
    const request = (method: string, params: unknown) =>
      dapp.request<string>(topic, network, method, params).then(
        (result) => ({ result }),
        (error: { code: number }) => ({ refused: error.code }),
      )
    return {
      wallet,
      sign: (message: string) => request('personal_sign', [text(message), alice()]),
      send: () => request('eth_sendTransaction', [{ from: alice(), to: bob(), value: nineEther }]),
      /**
       * Waits for the wallet's answer to a ping. Before this answer, the wallet handles everything that was sent
       * earlier.
       */
      arrived: () => dapp.client.ping({ topic }),
      async hangUp() {
        await dapp.client.disconnect({ topic, reason: { code: 6000, message: 'bye' } })
        return wallet.done
      },
      end: () => dapp.client.disconnect({ topic, reason: { code: 6000, message: 'bye' } }),
    }
  }

  it('answers the request that it shows, even if other requests arrive during the prompt', {
    tags: ['ci'],
  }, async () => {
    const { wallet, sign, send, arrived, hangUp } = await paired()
    const before = await balanceOf(bob())
    const signed = sign('Sign in to Good Site')
    await asked(wallet, 2)
    expect(lastLine(wallet)).toContain('Sign in to Good Site')
    const sent = send()
    await arrived()
    // During a prompt, the wallet prints nothing about requests that arrive, so there is nothing to wait for. In 1.5 s,
    // a faulty wallet would have replaced the shown request with the second one.
    await sleep(1500)
    expect(wallet.screen()).not.toContain('9 ETH')
    wallet.type('y\r')
    const { result } = (await signed) as { result: string }
    expect(verifyMessage('Sign in to Good Site', result)).toBe(alice())

    await asked(wallet, 3)
    expect(lastLine(wallet)).toContain('9 ETH')
    expect(lastLine(wallet)).toContain(bob())
    expect(lastLine(wallet)).toMatch(/, fee up to 0\.\d+ ETH, on eip155:31337\?/)
    wallet.type('n\r')
    expect(await sent).toEqual({ refused: 5000 })
    expect(await balanceOf(bob())).toBe(before)
    expect(await hangUp()).toBe(0)
  })

  it('discards keys that were typed before the prompt', { tags: ['ci'] }, async () => {
    const { wallet, sign, send, arrived, hangUp } = await paired()
    const before = await balanceOf(bob())
    const signed = sign('one')
    await asked(wallet, 2)
    // The first `y` answers this prompt. The other keys were typed too early for the next prompt.
    wallet.type('y\ry\ryes\r')
    await signed
    const shown = wallet.screen().length
    wallet.type('y\ry')
    await expect
      .poll(() => wallet.screen().slice(shown), { message: 'the terminal has the keys' })
      .toContain('y\r\ny')
    const answered = vi.fn()
    const sent = send()
    void sent.then(answered)
    await asked(wallet, 3)
    await arrived()
    expect(answered).not.toHaveBeenCalled()
    expect(await balanceOf(bob())).toBe(before)
    wallet.type('\r')
    expect(await sent).toEqual({ refused: 5000 })
    await hangUp()
  })

  it("starts each line of a page's text with a bar (|), and escapes the text's control characters", {
    tags: ['ci'],
  }, async () => {
    const { wallet, sign, hangUp } = await paired()
    const signed = sign('Hello\nnetwork  eip155:1\u001b[2J\u009b1m\u202e\u200b')
    // Control characters make the message dangerous, so the prompt requires a typed word.
    await expect
      .poll(wallet.screen, { message: 'the terminal asks for the word' })
      .toContain('Type "unknown"')
    expect(wallet.screen()).toContain(
      '  | Hello\r\n  | network  eip155:1\\u{1b}[2J\\u{9b}1m\\u{202e}\\u{200b}\r\n',
    )
    for (const acting of ['\u001b[2J', '\u009b', '\u202e', '\u200b'])
      expect(wallet.screen()).not.toContain(acting)
    wallet.type('n\r')
    expect(await signed).toEqual({ refused: 5000 })
    await hangUp()
  })

  it('queues twenty requests, and immediately refuses any further request', async () => {
    const { wallet, sign, end } = await paired()
    const signed = Array.from({ length: 23 }, (_, at) => sign(`message ${at}`))
    const refused: unknown[] = []
    for (const each of signed) void each.then((answer) => refused.push(answer))
    await expect.poll(() => refused, { message: 'three requests are refused' }).toHaveLength(3)
    expect(refused).toEqual(Array(3).fill({ refused: -32005 }))
    await asked(wallet, 2)
    await end()
    expect(await wallet.done).toBe(0)
  })

  it('signs nothing in a session that ended during its prompt', async () => {
    const { wallet, send, end } = await paired()
    const before = await balanceOf(bob())
    void send()
    await asked(wallet, 2)
    await end()
    await expect
      .poll(wallet.screen, { message: 'the question is withdrawn' })
      .toContain('Refused eth_sendTransaction')
    wallet.type('y\r')
    expect(await wallet.done).toBe(0)
    expect(await balanceOf(bob())).toBe(before)
    expect(wallet.screen()).not.toContain('Answered eth_sendTransaction')
  })
})
