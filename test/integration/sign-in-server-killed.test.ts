import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SignInSession } from '../../src/core/sign-in/sign-in.ts'
import { onFreePort } from '../../src/devnet/free-port.ts'
import { embedded } from '../../src/servers/database/embedded.ts'
import { lastingPort } from '../support/lasting-port.ts'
import { canStartPostgres, startPostgres } from '../support/real-postgres.ts'
import { asked, testRandom } from '../support/seed.ts'
import { type Account, newAccount } from '../support/sign-in-accounts.ts'
import {
  bundleSignInServer,
  pageOrigin,
  type ServerProcess,
  startServerProcess,
} from '../support/sign-in-process.ts'
import { signed, type Visitor, visitor } from '../support/sign-in-visitor.ts'

const kills = asked('SIGN_IN_KILLS', 1)
const timeout = 120_000 + kills * 20_000

let bundle: Awaited<ReturnType<typeof bundleSignInServer>>
beforeAll(async () => {
  bundle = await bundleSignInServer()
})
afterAll(() => bundle?.remove())

/** A visitor whose sign-in the server has confirmed. */
interface Confirmed {
  readonly browser: Visitor
  readonly account: Account
  readonly session: SignInSession
}

/** Lets visitors sign in, ten at a time, until the test ends. */
function crowd(urls: readonly string[]) {
  const confirmed: Confirmed[] = []
  let failures = 0
  let ended = false
  const one = async (index: number) => {
    for (let turn = index; !ended; turn++) {
      const browser = visitor(urls[turn % urls.length]!, { origin: pageOrigin })
      const account = await newAccount.eip155()
      try {
        const session = await signed(account, await browser.messageFor(account))
        await browser.sessions.addSession(session)
        confirmed.push({ browser, account, session })
      } catch {
        // The visitor signs in again after a pause, which prevents a loop of failed attempts.
        failures++
        await sleep(20)
      }
    }
  }
  const running = Promise.all(Array.from({ length: 10 }, (_, index) => one(index)))
  return {
    confirmed,
    failures: () => failures,
    async end() {
      ended = true
      await running
    },
  }
}

async function expectAllThere(confirmed: readonly Confirmed[]): Promise<void> {
  for (const { browser, account, session } of confirmed) {
    expect(await browser.sessionsOf(account)).toEqual([session])
    // The nonce of the confirmed sign-in must still count as used.
    const again = browser.sessions.addSession(session)
    await expect(again).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
  }
}

describe('the embedded Postgres in a folder', () => {
  it('writes commits through to the disk', { tags: ['ci'] }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-sign-in-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const database = await embedded(join(folder, 'data'))
    onTestFinished(() => database.close())
    expect(await database.query('show fsync')).toEqual([{ fsync: 'on' }])
    expect(await database.query('show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
    expect(await database.query('show full_page_writes')).toEqual([{ full_page_writes: 'on' }])
    await database.query('create table kept (value integer)')
    const synced = vi.spyOn(fs, 'fsyncSync')
    for (let value = 0; value < 20; value++) {
      await database.query('insert into kept values ($1)', [value])
      expect(synced).toHaveBeenCalledTimes(value + 1)
    }
  })

  it(`loses no confirmed session when its process is killed (kills: ${kills})`, {
    tags: ['ci'],
    timeout,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-sign-in-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const env = { DATA_FOLDER: join(folder, 'data') }
    const serveAt = (port: number) => startServerProcess(bundle.main, { ...env, PORT: String(port) })
    let server: ServerProcess = await onFreePort(serveAt, { pick: lastingPort })
    onTestFinished(async () => void (await server.stop()))
    const random = testRandom()
    const confirmed: Confirmed[] = []
    for (let round = 0; round < kills; round++) {
      const visitors = crowd([server.url])
      await expect
        .poll(() => visitors.confirmed.length, { message: 'some sign-ins are confirmed' })
        .toBeGreaterThan(5)
      await sleep(random.below(300))
      await server.kill()
      await visitors.end()
      expect(visitors.failures()).toBeGreaterThan(0)
      confirmed.push(...visitors.confirmed)
      server = await serveAt(server.port)
      await expectAllThere(visitors.confirmed)
    }
    for (const { browser, account } of confirmed) expect(await browser.sessionsOf(account)).toHaveLength(1)
    expect(server.said()).toBe('')
    console.log(`${confirmed.length} confirmed sign-ins outlived ${kills} kills of the embedded Postgres`)
  })
})

describe('two servers behind a real Postgres', () => {
  it.skipIf(!canStartPostgres)(
    `lose no confirmed session when Postgres is killed (kills: ${kills})`,
    { tags: ['all'], timeout },
    async () => {
      const postgres = await startPostgres()
      onTestFinished(() => postgres.stop())
      const env = { DATABASE_URL: postgres.url }
      const servers = [await startServerProcess(bundle.main, env), await startServerProcess(bundle.main, env)]
      onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))))
      const urls = servers.map(({ url }) => url)
      const random = testRandom()
      const confirmed: Confirmed[] = []
      for (let round = 0; round < kills; round++) {
        const visitors = crowd(urls)
        await expect
          .poll(() => visitors.confirmed.length, { message: 'some sign-ins are confirmed' })
          .toBeGreaterThan(5)
        await sleep(random.below(300))
        await postgres.killAndRestart()
        // The servers have kept running, and work again.
        const before = visitors.confirmed.length
        await expect
          .poll(() => visitors.confirmed.length, { message: 'more sign-ins are confirmed' })
          .toBeGreaterThan(before + 5)
        await visitors.end()
        expect(visitors.failures()).toBeGreaterThan(0)
        confirmed.push(...visitors.confirmed)
        await expectAllThere(visitors.confirmed)
      }
      for (const { browser, account } of confirmed) expect(await browser.sessionsOf(account)).toHaveLength(1)
      console.log(`${confirmed.length} confirmed sign-ins outlived ${kills} kills of Postgres`)
    },
  )
})
