import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { generateKeyPair, signJWT } from '@walletconnect/relay-auth'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import { attacks, relayAttack, type Targets, upgradeOf } from '../support/hostile-packets.ts'
import { known } from '../support/known-packets.ts'
import { asked, testRandom } from '../support/seed.ts'

const count = asked('HOSTILE_PACKETS', 1000)
/** The number of attackers that send at the same time. */
const crowd = 32
const mostGrowth = 20 * 1024 * 1024

interface Weight {
  readonly heap: number
  readonly sockets: number
  readonly relaySockets: number
  readonly subscriptions: number
  readonly kept: number
}

const root = fileURLToPath(new URL('../../', import.meta.url))
let folder: string
let child: ChildProcess
let lines: Interface
let relay: string
let nodes: readonly { readonly network: string; readonly url: string }[]
let complaints = ''

beforeAll(async () => {
  // Writes the bundle into a folder of the project, so that its imports are found.
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache', 'besieged-'))
  await build({
    entryPoints: [fileURLToPath(new URL('../support/besieged-child.ts', import.meta.url))],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  })
  child = spawn(process.execPath, ['--expose-gc', join(folder, 'besieged-child.mjs')], {
    cwd: root,
    env: { ...process.env, BITCOIND: 'none', SIMD: 'none' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stderr!.on('data', (data) => {
    complaints = (complaints + String(data)).slice(-2000)
  })
  lines = createInterface({ input: child.stdout! })
  ;({ relay, nodes } = JSON.parse(await nextLine()))
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function nextLine(): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.once('line', resolve)
    child.once('exit', (code, signal) => reject(new Error(`it ended by ${code ?? signal}: ${complaints}`)))
  })
}

async function weigh(word = 'weigh'): Promise<Weight> {
  child.stdin!.write(`${word}\n`)
  return JSON.parse(await nextLine())
}

const urlOf = (family: string) => nodes.find(({ network }) => network.startsWith(family))!.url

function targetsOf(): Targets {
  const portOf = (url: string) => Number(new URL(url).port)
  const [eip155 = 0, solana = 0, cosmos = 0] = ['eip155', 'solana', 'cosmos'].map((family) =>
    portOf(urlOf(family)),
  )
  return {
    relay: portOf(relay),
    http: [eip155, solana, cosmos],
    websockets: [eip155, solana + 1],
    esplora: portOf(urlOf('bip122')),
  }
}

async function rpc(family: string, method: string): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(urlOf(family), { method: 'POST', headers, body })
  return ((await answer.json()) as { result: unknown }).result
}

/** Checks that every server still works for honest clients. */
async function honestClient(): Promise<void> {
  expect(await rpc('eip155', 'eth_chainId')).toBe('0x7a69')
  expect(await rpc('solana', 'getLatestBlockhash')).toMatchObject({
    value: { lastValidBlockHeight: expect.any(Number) },
  })
  expect(await rpc('cosmos', 'health')).toEqual({})
  const tip = await fetch(`${urlOf('bip122')}/blocks/tip/height`)
  expect(Number(await tip.text())).toBeGreaterThan(100)
  await overRelay()
}

/** Sends a message from one client to another. */
async function overRelay(): Promise<void> {
  const [from, to] = await Promise.all([relaySocket(), relaySocket()])
  try {
    const topic = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
    const heard = new Promise<void>((resolve) => {
      to.on('message', (data) => {
        const { method, id, params } = JSON.parse(String(data))
        if (method !== 'irn_subscription' || params.data.message !== 'hello') return
        to.send(JSON.stringify({ jsonrpc: '2.0', id, result: true }))
        resolve()
      })
    })
    to.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'irn_subscribe', params: { topic } }))
    const params = { topic, message: 'hello', ttl: 300, tag: 1108 }
    from.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'irn_publish', params }))
    await heard
  } finally {
    from.close()
    to.close()
  }
}

async function relaySocket(): Promise<WebSocket> {
  const auth = await signJWT('honest', relay, 86_400, generateKeyPair())
  const socket = new WebSocket(`${relay}/?${new URLSearchParams({ auth, projectId: 'honest' })}`)
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return socket
}

it.each(known)("%s does not end the servers' process", async (_, attack) => {
  const auth = await signJWT('hostile', relay, 86_400, generateKeyPair())
  await attack(targetsOf(), upgradeOf(auth))
  await honestClient()
})

it(
  'the servers keep serving an honest client during an attack, and then release all sockets and memory',
  async () => {
    const targets = targetsOf()
    const kinds = [...attacks, await relayAttack(targets.relay)]

    // Attacks once before the measurement, so that the memory for code that loads at first use doesn't count as growth.
    await honestClient()
    const warm = testRandom(crowd)
    for (const attack of kinds) await attack(warm, targets)
    const before = await weigh()

    const begun = performance.now()
    let sent = 0
    let attacking = true
    const honest = (async () => {
      let served = 0
      for (; attacking; served++) await honestClient()
      return served
    })()
    const attackers = Array.from({ length: crowd }, async (_, at) => {
      const random = testRandom(at)
      while (sent < count && child.exitCode === null) {
        // `sent += await …` would lose the counts that other attackers add during the wait.
        const more = await random.pick(kinds)(random, targets)
        sent += more
      }
    })
    await Promise.race([Promise.all(attackers), honest])
    attacking = false
    const served = await honest
    expect(child.exitCode, complaints).toBeNull()
    expect(child.signalCode, complaints).toBeNull()
    expect(sent).toBeGreaterThanOrEqual(count)
    expect(served).toBeGreaterThan(0)

    const took = performance.now() - begun
    const settled = async () => {
      const { relaySockets, subscriptions, sockets } = await weigh()
      return { relaySockets, subscriptions, more: Math.max(0, sockets - before.sockets) }
    }
    await expect
      .poll(settled, { message: 'the servers close all connections of the attackers' })
      .toEqual({ relaySockets: 0, subscriptions: 0, more: 0 })
    const after = await weigh('skip')
    expect(after.kept).toBe(0)
    const growth = after.heap - before.heap
    console.info(
      `${sent} packets, in ${(took / 1000).toFixed(1)} s, an honest client served ${served} times, heap ${(growth / 2 ** 20).toFixed(1)} MB more`,
    )
    expect(growth).toBeLessThan(mostGrowth)
    await honestClient()
  },
  120_000 + count * 20,
)
