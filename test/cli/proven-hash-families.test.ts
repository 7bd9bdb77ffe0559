import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Devnet, type NodeFault, startNodeFaults } from '../../src/devnet/index.ts'
import { broadcasts, looksUpTransaction } from '../../src/devnet/node-faults/call-family.ts'
import { acceptedAs, hashOfBroadcast } from '../../src/devnet/node-faults/transaction-hash.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { runCli, startCli, tempDir } from './support/run-cli.ts'

const families = ['solana', 'polkadot', 'bip122', 'cosmos'] as const
type Lie = NonNullable<NodeFault['call']>

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families })
}, leaseTimeout)
afterAll(() => devnet?.stop())

let sends = 0

describe.each(families)(
  'latchkey send --wait on %s, with a node that gives false answers about transactions,',
  (family) => {
    const network = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === family)!
    const honest = () => network().rpcUrls.default.http[0]!
    const lying = async (lie: Lie) => {
      const node = await startNodeFaults({ target: honest(), faults: [{ call: lie }] })
      onTestFinished(() => node.stop())
      return node
    }
    /**
     * Returns the arguments of a send. Each send has a new amount, because two equal transfers of solana can be one
     * transaction.
     */
    const sending = (url: string) => [
      ...[
        'send',
        '--to',
        'dev:bob',
        '--amount',
        `0.01${String(++sends).padStart(3, '0')}`,
        '--wait',
        '--yes',
        '--json',
      ],
      ...['-w', 'dev:alice', '-n', network().caipNetworkId, '--rpc', url],
    ]
    const env = () => ({ env: { LATCHKEY_HOME: tempDir() } })
    let older: Promise<string> | undefined
    /** Returns the hash of a transfer that a correct node has put into a block. */
    const olderHash = () => {
      older ??= runCli(sending(honest()), env()).then((ran) => ran.json().data.hash)
      return older
    }

    /**
     * Starts a send, and interrupts it when the node was asked several times about a transaction that the node doesn't
     * have.
     */
    const stoppedSend = async (url: string, asked: () => number) => {
      const stop = new AbortController()
      const started = startCli(sending(url), { ...env(), signal: stop.signal })
      let ended = false
      const done = started.done.finally(() => {
        ended = true
      })
      await expect
        .poll(() => ended || asked() >= 4, { message: 'the command asks for the transaction' })
        .toBe(true)
      stop.abort()
      return done
    }

    it('prints the hash of the signed bytes, even if the node answers with another hash', async () => {
      const old = await olderHash()
      const signed: string[] = []
      const node = await lying(async (call, next) => {
        const told = await next()
        if (!broadcasts(call)) return told
        signed.push(hashOfBroadcast(call))
        return { result: acceptedAs(call, old) }
      })
      const ran = await runCli(sending(node.url), env())
      expect(ran.code, ran.stdout + ran.stderr).toBe(0)
      // The command sends the same transaction again if the node is busy.
      expect(new Set(signed).size).toBe(1)
      expect(signed[0]).not.toBe(old)
      const { data } = ran.json()
      expect(data.hash).toBe(signed[0])
      expect(data.status.phase).toMatch(/^(confirmed|finalized)$/)
    })

    it('doesn\'t print "confirmed" if the node sent nothing and answered with the hash of an older transaction', async () => {
      const old = await olderHash()
      let [sent, asked] = [0, 0]
      const node = await lying((call, next) => {
        if (sent > 0) asked++
        if (!broadcasts(call)) return next()
        sent++
        return { result: acceptedAs(call, old) }
      })
      const ran = await stoppedSend(node.url, () => asked)
      expect(sent).toBeGreaterThan(0)
      expect(ran.code).not.toBe(0)
      expect(ran.stdout).not.toMatch(/confirmed|finalized/)
      expect(ran.stdout).not.toContain(old)
    })

    // Nodes of polkadot can't find a transaction by its hash. There, a client reads the blocks.
    if (family !== 'polkadot')
      it('doesn\'t print "confirmed" if the node answers with the record of an older transaction', async () => {
        const old = await olderHash()
        let [own, asked] = ['', 0]
        const node = await lying((call, next) => {
          if (broadcasts(call)) {
            own = hashOfBroadcast(call)
            return { result: acceptedAs(call, own) }
          }
          if (own === '' || !looksUpTransaction(call)) return next()
          asked++
          return next(JSON.parse(JSON.stringify(call).replaceAll(own, old)))
        })
        const ran = await stoppedSend(node.url, () => asked)
        expect(own).not.toBe('')
        expect(asked).toBeGreaterThan(0)
        expect(ran.code).not.toBe(0)
        expect(ran.stdout).not.toMatch(/confirmed|finalized/)
      })
  },
)
