import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Devnet, startRelay } from 'latchkey/devnet'
import { sepolia } from 'latchkey/networks'
import { createHeadlessWallet, type HeadlessWallet } from 'latchkey/testing'
import { dangers } from 'latchkey/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../cli/commands/send.ts'
import type { Context } from '../../cli/context.ts'
import { Output } from '../../cli/output/output.ts'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { terminalQr } from '../../cli/walletconnect/qr.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { printed } from './support/printed.ts'
import { type RunOptions, runCli, startCli, tempDir } from './support/run-cli.ts'

let devnet: Devnet
let wallet: HeadlessWallet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155', 'solana', 'cosmos'], relay: true })
  wallet = await createHeadlessWallet({
    relayUrl: devnet.relay!.url,
    networks: devnet.networks,
    accounts: [devnet.accounts.alice!],
    allowDanger: dangers,
  })
}, leaseTimeout)
afterAll(async () => {
  await wallet?.stop()
  await devnet?.stop()
})

/** Returns the environment of a home folder that names this test's devnet as the running devnet. */
function home(
  networks = devnet.networks,
): NonNullable<RunOptions['env']> & { readonly LATCHKEY_HOME: string } {
  const env = { LATCHKEY_HOME: tempDir() }
  const { tokens, nodes } = devnet
  const status = { id: 'test', pid: process.pid, startedAt: '', networks, tokens, nodes, accounts: {} }
  writeDevnet(env, { ...status, relay: devnet.relay!.url } as Parameters<typeof writeDevnet>[1])
  return env
}

const uriOf = (running: ReturnType<typeof startCli>, at: 'stdout' | 'stderr') =>
  printed(running, /^wc:\S+$/m, at)

describe('latchkey connect --wallet walletconnect', () => {
  it('shows a URI, and then every command uses the session', {
    tags: ['ci'],
  }, async () => {
    const env = home()
    const connecting = startCli(['connect', '-w', 'walletconnect', '--json'], { env })
    await wallet.pair(await uriOf(connecting, 'stderr'))
    const connected = await connecting.done
    expect(connected.code, connected.stderr).toBe(0)
    expect(connected.json().data).toMatchObject({
      wallet: 'walletconnect',
      name: 'Headless Wallet',
      address: devnet.accounts.alice!.eip155!.address,
    })
    expect(connected.json().data.beside).toHaveLength(2)
    for (const name of readdirSync(env.LATCHKEY_HOME))
      expect(statSync(join(env.LATCHKEY_HOME, name)).mode & 0o077, name).toBe(0)
    const run = async (...argv: string[]) => {
      const ran = await runCli([...argv, '--json', '--yes'], { env })
      expect(ran.code, ran.stderr + ran.stdout).toBe(0)
      return ran.json().data
    }
    expect(await run('status')).toMatchObject({
      connected: true,
      wallet: 'walletconnect',
      name: 'Headless Wallet',
    })
    const before = wallet.requests.length
    expect((await run('sign', 'message', 'hello')).signature).toMatch(/^0x[0-9a-f]{130}$/)
    const sent = await run('send', '--to', devnet.accounts.bob!.eip155!.address, '--amount', '0.5', '--wait')
    expect(sent.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(wallet.requests.length - before).toBe(2)
    // The session also covers the other families that the wallet approved.
    const solana = devnet.networks.find(({ chainNamespace }) => chainNamespace === 'solana')!
    const onSolana = await run('sign', 'message', 'hello', '-n', solana.caipNetworkId)
    expect(onSolana.address ?? onSolana.account).toContain(devnet.accounts.alice!.solana!.address)
    const cosmos = devnet.networks.find(({ chainNamespace }) => chainNamespace === 'cosmos')!
    await run('sign', 'message', 'hello', '-n', cosmos.caipNetworkId)
    expect(await run('switch', 'eip155:31338')).toMatchObject({ to: 'eip155:31338' })
    expect(await run('balance')).toMatchObject({
      account: `eip155:31338:${devnet.accounts.alice!.eip155!.address}`,
    })
    const told = (await runCli(['sign', 'message', 'hello', '--yes'], { env })).stderr
    expect(told).toContain('Asking Headless Wallet: approve it there')
    // When one family of a session disconnects, the other families disconnect too (S3.5.8).
    const left = await run('disconnect', '--family', 'solana')
    expect(left).toMatchObject({ disconnected: true, left: [] })
    expect(left.wallets.map(({ family }: { family: string }) => family).sort()).toEqual([
      'cosmos',
      'eip155',
      'solana',
    ])
    await expect.poll(() => wallet.sessions, { message: 'the wallet learns of the end' }).toEqual([])
    expect((await runCli(['sign', 'message', 'x'], { env })).code).toBe(4)
    expect(readdirSync(env.LATCHKEY_HOME)).not.toContain('walletconnect.json')
  })

  it('replaces the previous WalletConnect session, and keeps the other wallets', async () => {
    const env = home()
    const pair = async () => {
      const connecting = startCli(['connect', '-w', 'walletconnect'], { env })
      await wallet.pair(await uriOf(connecting, 'stderr'))
      return connecting.done
    }
    const all = await pair()
    for (const one of ['Headless Wallet', devnet.accounts.alice!.solana!.address])
      expect(all.stdout).toContain(one)
    await runCli(['connect', '-w', 'dev:bob', '-n', 'devnet-solana'], { env })
    wallet.script.next('session_proposal', {
      answer: {
        eip155: {
          accounts: [`eip155:31337:${devnet.accounts.alice!.eip155!.address}`],
          methods: ['personal_sign'],
          events: [],
        },
      },
    })
    const narrow = await pair()
    expect(narrow.code, narrow.stderr).toBe(0)
    const { wallets } = (await runCli(['status', '--json'], { env })).json().data
    expect(wallets.map(({ wallet }: { wallet: string }) => wallet)).toEqual(['walletconnect', 'dev:bob'])
    await runCli(['disconnect', '--all'], { env })
    expect((await runCli(['status', '--json'], { env })).json().data.connected).toBe(false)
  })

  it('keeps using the relay of its session, even if another devnet runs later', async () => {
    const env = home()
    const connecting = startCli(['connect', '-w', 'walletconnect', '--json'], { env })
    await wallet.pair(await uriOf(connecting, 'stderr'))
    expect((await connecting.done).code).toBe(0)
    const other = await startRelay()
    try {
      const { networks, tokens, nodes } = devnet
      const status = { id: 'later', pid: process.pid, startedAt: '', networks, tokens, nodes, accounts: {} }
      writeDevnet(env, { ...status, relay: other.url } as Parameters<typeof writeDevnet>[1])
      const signed = await runCli(['sign', 'message', 'hello', '--json', '--yes'], { env })
      expect(signed.code, signed.stderr + signed.stdout).toBe(0)
      expect(other.counts.connections).toBe(0)
      expect((await runCli(['disconnect', '--all'], { env })).code).toBe(0)
    } finally {
      await other.stop()
    }
  })

  it('tells a wallet that must add a network only public endpoints, not those of --rpc', async () => {
    const env = home()
    const connecting = startCli(['connect', '-w', 'walletconnect'], { env })
    const methods = ['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']
    const accounts = [`eip155:31337:${devnet.accounts.alice!.eip155!.address}`]
    wallet.script.next('session_proposal', { answer: { eip155: { accounts, methods, events: [] } } })
    await wallet.pair(await uriOf(connecting, 'stderr'))
    expect((await connecting.done).code).toBe(0)
    const asked = () => wallet.requests.filter(({ method }) => method === 'wallet_addEthereumChain')
    const before = asked().length
    const to = (network: string) =>
      runCli(['switch', network, '--rpc', 'http://127.0.0.1:1/a-secret', '--yes', '--json'], { env })
    // The test wallet adds no networks.
    expect((await to('sepolia')).json().error?.code).toBe('network/switch-failed')
    const [added, ...others] = asked().slice(before)
    expect(others).toEqual([])
    expect(added?.params).toMatchObject([{ chainId: '0xaa36a7', rpcUrls: sepolia.rpcUrls.default.http }])
    const unknown = await to('eip155:77777')
    expect([unknown.code, unknown.json().error]).toMatchObject([
      8,
      { code: 'network/not-added', message: expect.stringContaining('eip155:77777') },
    ])
    expect(asked()).toHaveLength(before + 1)
    expect(JSON.stringify(wallet.requests)).not.toContain('a-secret')
    await runCli(['disconnect', '--all'], { env })
  })

  it('pairs with the network to which a command switches, even if no devnet has the network', async () => {
    const target = devnet.networks.find(({ caipNetworkId }) => caipNetworkId === 'eip155:31338')!
    const env = home(devnet.networks.filter((network) => network !== target))
    const [rpc] = target.rpcUrls.default.http
    const argv = ['-w', 'walletconnect', '-n', 'eip155:31337', '--rpc', rpc!, '--yes', '--json']
    const switching = startCli(['switch', target.caipNetworkId, ...argv], { env })
    await wallet.pair(await uriOf(switching, 'stderr'))
    const ran = await switching.done
    expect(ran.code, ran.stderr + ran.stdout).toBe(0)
    expect(ran.json().data).toMatchObject({ from: 'eip155:31337', to: 'eip155:31338' })
  })

  it('gives the user five minutes to approve a payment', async () => {
    const env = home()
    const connecting = startCli(['connect', '-w', 'walletconnect'], { env })
    await wallet.pair(await uriOf(connecting, 'stderr'))
    expect((await connecting.done).code).toBe(0)
    const { signal } = new AbortController()
    const sink = { write: () => {} }
    const streams = { stdin: process.stdin, stdout: sink, stderr: sink }
    const io = { ...streams, env, cwd: process.cwd(), signal }
    const payments = () => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
    const before = payments()
    const limits: number[] = []
    const context: Context = {
      ...{ io, out: new Output(io), signal, health: new Map(), flags: { input: false, yes: true } },
      extend(limit) {
        limits.push(limit)
        expect(payments(), 'the wallet is asked later').toBe(before)
      },
    }
    await send(context, { to: devnet.accounts.bob!.eip155!.address, amount: '0.5' })
    expect(payments()).toBe(before + 1)
    expect(limits).toEqual([300_000])
    await runCli(['disconnect', '--all'], { env })
  })

  it("prints the hash of a payment even if the connection's changes can't be stored after it", async () => {
    const env = home()
    const connecting = startCli(['connect', '-w', 'walletconnect'], { env })
    await wallet.pair(await uriOf(connecting, 'stderr'))
    expect((await connecting.done).code).toBe(0)
    const store = join(env.LATCHKEY_HOME, 'walletconnect.json')
    const to = devnet.accounts.bob!.eip155!.address
    const sending = startCli(['send', '--to', to, '--amount', '0.5', '--yes', '--json'], { env })
    await printed(sending, /Asking Headless Wallet/, 'stderr')
    // A file that other users can write isn't used.
    chmodSync(store, 0o666)
    const sent = await sending.done
    expect(sent.json()).toMatchObject({ ok: true, data: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) } })
    expect(sent.code).toBe(0)
    expect(sent.stderr).toContain(store)
    chmodSync(store, 0o600)
    await runCli(['disconnect', '--all'], { env })
  })

  it('prints only the URI with --uri-only, before the wallet connects', async () => {
    const env = home()
    const connecting = startCli(['connect', '-w', 'walletconnect', '--uri-only'], { env })
    await wallet.pair(await uriOf(connecting, 'stdout'))
    const { code, stdout } = await connecting.done
    expect(code).toBe(0)
    expect(stdout).toMatch(/^wc:[0-9a-f]{64}@2\?\S+\n$/)
    await runCli(['disconnect'], { env })
  })

  it('exits with 3 if the wallet declines, with 130 if interrupted, and with 6 after the time limit', async () => {
    const env = home()
    wallet.script.next('session_proposal', 'reject')
    const declined = startCli(['connect', '-w', 'walletconnect'], { env })
    await wallet.pair(await uriOf(declined, 'stderr')).catch(() => {})
    expect((await declined.done).code).toBe(3)
    const stop = new AbortController()
    const interrupted = startCli(['connect', '-w', 'walletconnect'], { env, signal: stop.signal })
    await uriOf(interrupted, 'stderr')
    const { Interruption } = await import('../../cli/output/cli-error.ts')
    stop.abort(new Interruption('SIGINT' as never))
    expect((await interrupted.done).code).toBe(130)
    expect((await runCli(['connect', '-w', 'walletconnect', '--timeout', '1'], { env })).code).toBe(6)
    expect((await runCli(['status', '--json'], { env })).json().data).toMatchObject({ connected: false })
  })

  it("refuses a relay URL that isn't a WebSocket URL", async () => {
    const env = { LATCHKEY_HOME: tempDir() }
    const missing = await runCli(['connect', '-w', 'walletconnect', '-n', 'sepolia'], { env })
    expect(missing.code).toBe(2)
    expect(missing.stderr).toMatch(/relay: is missing|relay.*missing/)
    expect(missing.stderr).toMatch(/LATCHKEY_PROJECT_ID/)
    const wrong = ['connect', '-w', 'walletconnect', '-n', 'sepolia', '--relay', 'https://relay.example']
    expect((await runCli(wrong, { env })).code).toBe(2)
  })
})

describe('the QR code', () => {
  it('fits a terminal of 80 columns, and contains the same data in both styles', () => {
    const uri = `wc:${'a'.repeat(64)}@2?expiryTimestamp=1700000000&relay-protocol=irn&symKey=${'b'.repeat(64)}`
    const plain = terminalQr(uri, false).split('\n')
    const colored = terminalQr(uri, true)
      .split('\n')
      .map((line) => line.slice('\u001B[30;107m'.length, -'\u001B[0m'.length))
    expect(plain[0]!.length).toBeLessThanOrEqual(80)
    expect(plain.length).toBeLessThanOrEqual(40)
    const turned: Record<string, string> = { '█': ' ', ' ': '█', '▀': '▄', '▄': '▀' }
    const inverse = colored.map((line) => [...line].map((one) => turned[one]).join(''))
    expect(inverse).toEqual(plain)
    expect(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).toContain('"uqr"')
  })
})
