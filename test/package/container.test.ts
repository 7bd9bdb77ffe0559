// @module-tag ci
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ServiceShare } from '../../src/core/wallet/wallet-service.ts'
import { type DevMailbox, startMailbox } from '../../src/devnet/mailbox/start-mailbox.ts'
import { emptyDatabase, hasPostgres } from '../support/real-postgres.ts'
import { logIn, type WalletDevice, walletDevice } from '../support/wallet-device.ts'
import { buildContainer, type Container, documented } from './container.ts'

const addresses = {
  eip155: '0x52908400098527886E0F7030069857D2E4169EE7',
  solana: '4Nd1mYbLhZ2wLfYzZ3tQeLJr1ByT6QeXPEtKtqL1Dq3p',
}

/** Runs the steps of the Containerfile as plain commands, with an empty folder in place of its root. */
describe('the container of the embedded wallet', () => {
  let mailbox: DevMailbox
  let container: Container

  beforeAll(async () => {
    mailbox = await startMailbox()
    container = await buildContainer('embedded-wallet.Containerfile', {
      PORT: '0',
      WALLET_URL: 'http://127.0.0.1:1',
      ALLOW_ORIGIN: 'https://app.example',
      NETWORKS: 'sepolia=http://127.0.0.1:9',
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'wallet@service.example',
      APPROVE_IN_FRAME: 'https://app.example',
      EMBEDDED_WALLET_KEY: randomBytes(32).toString('base64'),
    })
  })
  afterAll(async () => {
    await mailbox?.stop()
    container?.remove()
  })

  async function start(env: NodeJS.ProcessEnv = {}) {
    const { at: port, stop } = await container.start(
      (printed) => /listens at http:\/\/[^:]+:(\d+)/.exec(printed)?.[1],
      env,
    )
    return { url: `http://127.0.0.1:${port}`, stop }
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
  /** Sets the program's clock ahead, because the service sends a second mail only after half a minute. */
  const later = 'const { now } = Date; Date.now = () => now() + 31_000'
  const halfAMinuteLater = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(later)}` }

  it('is restored from a copy of its folder', async () => {
    const first = await start()
    expect(await (await fetch(`${first.url}/sdk`)).text()).toContain('/sdk/app.js')
    expect((await fetch(`${first.url}/sdk/app.js`)).status).toBe(200)
    expect(await (await fetch(`${first.url}/api/config`)).json()).toMatchObject({
      origins: ['https://app.example'],
      approveInFrame: ['https://app.example'],
    })
    const device = await makeWallet(first.url, 'folder@example.test')
    await first.stop()
    const [backup = '', restore = ''] = documented('embedded-wallet.md', 'tar -cf', 'mkdir -p /data')
    container.run(backup)
    rmSync(join(container.ground, 'data'), { recursive: true })
    container.run(restore)
    const second = await start(halfAMinuteLater)
    await expectShare(device, second.url, 'folder@example.test')
  })

  it.skipIf(!hasPostgres || !process.env.LATCHKEY_SOAK)(
    'is restored from a Postgres dump in another database',
    async () => {
      const [one, other] = await Promise.all([emptyDatabase(), emptyDatabase()])
      onTestFinished(async () => {
        await Promise.all([one.stop(), other.stop()])
      })
      const first = await start({ DATABASE_URL: one.url })
      const device = await makeWallet(first.url, 'dump@example.test')
      const [backup = '', restore = ''] = documented('embedded-wallet.md', 'pg_dump', 'pg_restore')
      container.run(backup, { DATABASE_URL: one.url })
      await first.stop()
      container.run(restore, { DATABASE_URL: other.url })
      const second = await start({ DATABASE_URL: other.url, ...halfAMinuteLater })
      await expectShare(device, second.url, 'dump@example.test')
      // The restored database can't be opened with another key.
      await second.stop()
      const wrong = { DATABASE_URL: other.url, EMBEDDED_WALLET_KEY: randomBytes(32).toString('base64') }
      await expect(start(wrong)).rejects.toThrow('not the one with which this database was begun')
    },
  )
})
