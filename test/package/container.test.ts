import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ServiceShare } from '../../src/core/wallet/wallet-service.ts'
import { type DevMailbox, startMailbox } from '../../src/devnet/mailbox/start-mailbox.ts'
import { emptyDatabase, hasPostgres } from '../support/real-postgres.ts'
import { logIn, type WalletDevice, walletDevice } from '../support/wallet-device.ts'
import { closure, manifest, pack, root } from './support.ts'

const docs = (name: string) => readFileSync(join(root, 'docs', name), 'utf8')
const steps = docs('embedded-wallet.Containerfile')
  .split('\n')
  .flatMap((line) => {
    const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    return name && rest ? [{ name, rest }] : []
  })
/** The commands of the documentation that begin so, in its order. */
const documented = (...starts: readonly string[]) =>
  starts.map((start) => {
    const line = docs('embedded-wallet.md')
      .split('\n')
      .find((one) => one.startsWith(start))
    if (!line) throw new Error(`The documentation has no line: ${start}`)
    return line.replace(/ +#.*$/, '')
  })

const addresses = {
  eip155: '0x52908400098527886E0F7030069857D2E4169EE7',
  solana: '4Nd1mYbLhZ2wLfYzZ3tQeLJr1ByT6QeXPEtKtqL1Dq3p',
}

/** The steps of the container's file as plain commands, with an empty folder in the place of its root. */
describe('the container of the embedded wallet', () => {
  let ground: string
  let mailbox: DevMailbox
  let env: NodeJS.ProcessEnv
  /** Absolute paths lie below the ground, and nobody is another user. */
  const here = (text: string) =>
    text
      .replaceAll(/(?<![\w.])\/(srv|data)\b/g, `${ground}/$1`)
      .replaceAll('chown node', `chown ${process.getuid?.()}`)
  const workdir = () => here(steps.find(({ name }) => name === 'WORKDIR')?.rest ?? '')
  const run = (command: string, more: NodeJS.ProcessEnv = {}) => {
    const { status, stderr } = spawnSync('sh', ['-c', here(command)], {
      cwd: workdir(),
      encoding: 'utf8',
      env: { ...env, ...more },
    })
    expect(status, `${command}: ${stderr}`).toBe(0)
  }

  /** What `npm install` leaves, without the network; with `LATCHKEY_SOAK` it is npm itself. */
  function install(command: string): void {
    if (process.env.LATCHKEY_SOAK) {
      run(command)
      return
    }
    const named = command.split(' ').slice(3)
    const peers = named.map((one) => {
      const [, name = '', major] = /^(.+)@([\d.]+)$/.exec(one) ?? []
      const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
      expect(`${version}.`.startsWith(`${major}.`), `${name} ${version}`).toBe(true)
      return name
    })
    const modules = join(workdir(), 'node_modules')
    mkdirSync(join(modules, 'latchkey'), { recursive: true })
    execFileSync('tar', [
      '-xzf',
      join(workdir(), 'latchkey.tgz'),
      '-C',
      join(modules, 'latchkey'),
      '--strip-components=1',
    ])
    for (const name of closure([...Object.keys(manifest.dependencies), ...peers])) {
      mkdirSync(dirname(join(modules, name)), { recursive: true })
      symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction')
    }
  }

  beforeAll(async () => {
    ground = mkdtempSync(join(tmpdir(), 'latchkey-container-'))
    mailbox = await startMailbox()
    env = {
      PATH: process.env.PATH,
      HOME: ground,
      PORT: '0',
      WALLET_URL: 'http://127.0.0.1:1',
      ALLOW_ORIGIN: 'https://app.example',
      NETWORKS: 'sepolia',
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'wallet@service.example',
      EMBEDDED_WALLET_KEY: randomBytes(32).toString('base64'),
    }
    for (const { name, rest } of steps) {
      if (name === 'WORKDIR') mkdirSync(here(rest), { recursive: true })
      else if (name === 'COPY') {
        const [, to = ''] = rest.split(' ')
        const context = join(ground, 'context')
        mkdirSync(context)
        execFileSync('cp', [pack(context), join(workdir(), to)])
      } else if (name === 'RUN') {
        if (rest.startsWith('npm install')) install(rest)
        else run(rest)
      } else expect(['FROM', 'USER', 'VOLUME', 'EXPOSE', 'CMD']).toContain(name)
    }
  })
  afterAll(async () => {
    await mailbox?.stop()
    rmSync(ground, { recursive: true, force: true })
  })

  async function start(more: NodeJS.ProcessEnv = {}) {
    const command = steps.find(({ name }) => name === 'CMD')?.rest ?? ''
    const child = spawn('sh', ['-c', here(command)], {
      cwd: workdir(),
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    onTestFinished(stop)
    const url = await Promise.race([
      new Promise<string>((resolve) => {
        createInterface({ input: child.stdout }).on('line', (line) => {
          const [, port] = /listens at http:\/\/[^:]+:(\d+)/.exec(line) ?? []
          if (port) resolve(`http://127.0.0.1:${port}`)
        })
      }),
      ended.then(() => Promise.reject(new Error(`it does not start: ${said}`))),
    ])
    return { url, stop }
  }

  const share = Buffer.from('a share').toString('base64')
  async function makeWallet(url: string, email: string): Promise<WalletDevice> {
    const device = await walletDevice(url)
    const { access } = await logIn(device, mailbox, email)
    const made = await device.ask('PUT', '/api/wallet', { after: 0, addresses, share }, { access })
    expect(made.status).toBe(200)
    return device
  }
  async function expectShare(device: WalletDevice, url: string, email: string): Promise<void> {
    const again = device.at(url)
    await new Promise((resolve) => setTimeout(resolve, 0))
    const { access } = await logIn(again, mailbox, email)
    const found = await again.ask<ServiceShare>('GET', '/api/wallet/share', undefined, { access })
    expect(found.body).toEqual({ version: 1, share })
  }
  /** The pause between two mails is half a minute. */
  const pause = () => new Promise((resolve) => setTimeout(resolve, 31_000))

  it('serves the wallet of the package, and is restored from a copy of its folder', async () => {
    const first = await start()
    expect(await (await fetch(`${first.url}/sdk`)).text()).toContain('/sdk/app.js')
    expect((await fetch(`${first.url}/sdk/app.js`)).status).toBe(200)
    const device = await makeWallet(first.url, 'folder@example.test')
    await first.stop()
    const [backup = '', restore = ''] = documented('tar -cf', 'mkdir -p /data')
    run(backup)
    rmSync(join(ground, 'data'), { recursive: true })
    run(restore)
    const second = await start()
    await pause()
    await expectShare(device, second.url, 'folder@example.test')
  })

  it.skipIf(!hasPostgres || !process.env.LATCHKEY_SOAK)(
    'keeps its data in Postgres, and is restored from a dump in another one',
    async () => {
      const [one, other] = await Promise.all([emptyDatabase(), emptyDatabase()])
      onTestFinished(async () => {
        await Promise.all([one.stop(), other.stop()])
      })
      const first = await start({ DATABASE_URL: one.url })
      const device = await makeWallet(first.url, 'dump@example.test')
      const [backup = '', restore = ''] = documented('pg_dump', 'pg_restore')
      run(backup, { DATABASE_URL: one.url })
      await first.stop()
      run(restore, { DATABASE_URL: other.url })
      const second = await start({ DATABASE_URL: other.url })
      await pause()
      await expectShare(device, second.url, 'dump@example.test')
      // Nothing of it opens with another key.
      await second.stop()
      const wrong = { DATABASE_URL: other.url, EMBEDDED_WALLET_KEY: randomBytes(32).toString('base64') }
      await expect(start(wrong)).rejects.toThrow('not the one with which this database was begun')
    },
  )
})
