import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type ServiceSession,
  type ServiceShare,
  splitProofText,
} from '../../src/core/wallet/wallet-service.ts'
import { type DevMailbox, startMailbox } from '../../src/devnet/mailbox/start-mailbox.ts'
import { spawnTied } from '../../src/devnet/tied-process.ts'
import { signWithKey } from '../../src/embedded-wallet/keys/key-proof.ts'
import { builtCli } from '../cli/support/bundle.ts'
import { canStartPostgres, startPostgres } from '../support/real-postgres.ts'
import { asked, testRandom } from '../support/seed.ts'
import { logIn, type WalletDevice, walletDevice } from '../support/wallet-device.ts'

const kills = asked('WALLET_SERVICE_KILLS', 1)
const timeout = 120_000 + kills * 40_000
/** A time limit in ms, for six visitors who log in at the same time on a busy machine. */
const patience = 60_000
const key = { eip155: `0x${'1'.repeat(64)}` } as const
const addresses = {
  eip155: privateKeyToAccount(key.eip155).address,
  solana: '4Nd1mYbLhZ2wLfYzZ3tQeLJr1ByT6QeXPEtKtqL1Dq3p',
}

let program: string
let mailbox: DevMailbox
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-wallet-service-'))
  mkdirSync(join(folder, 'page'))
  writeFileSync(join(folder, 'page/index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'wallet.key'), randomBytes(32).toString('base64'))
  ;[program, mailbox] = await Promise.all([builtCli(), startMailbox()])
})
afterAll(async () => {
  await mailbox?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the command in a separate process. */
async function serve(env: Readonly<Record<string, string>>, data: string) {
  const options = {
    ...{
      'allow-origin': 'https://app.example',
      networks: 'sepolia=http://127.0.0.1:9',
      'mail-from': 'wallet@service.example',
    },
    ...{
      'key-file': join(folder, 'wallet.key'),
      assets: join(folder, 'page'),
      folder: data,
      port: '0',
      'logins-per-hour': '100000',
      'requests-per-minute': '1000000',
    },
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const all = Object.entries({ SMTP_URL: mailbox.url, ...env }).map(([name, value]) => `${name}=${value}`)
  const run = spawnTied('env', [
    ...['-u', 'DATABASE_URL', ...all, process.execPath, program, 'embedded-wallet', 'serve', '--quiet'],
    ...args,
  ])
  let said = ''
  run.child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const lines = createInterface({ input: run.child.stdout as NodeJS.ReadableStream })
  const url = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    run.ended.then(() => Promise.reject(new Error(`the service does not start: ${said}`))),
  ])
  return {
    url,
    async kill() {
      run.child.kill('SIGKILL')
      await run.ended
    },
    stop: () => run.stop(),
  }
}

/** A visitor: the state that the service has confirmed, and the request that is unanswered, if there is one. */
interface Visit {
  readonly device: WalletDevice
  readonly email: string
  session?: ServiceSession
  version: number
  unanswered: boolean
}

let visitors = 0
/** Lets visitors log in and replace their share again and again, until the test ends. */
function crowd(url: string) {
  const visits: Visit[] = []
  let ended = false
  const one = async () => {
    while (!ended) {
      const email = `visitor-${++visitors}@example.com`
      const visit: Visit = { device: await walletDevice(url), email, version: 0, unanswered: false }
      visits.push(visit)
      try {
        visit.session = await logIn(visit.device, mailbox, email)
        for (let change = 0; change < 5 && !ended; change++) {
          visit.unanswered = true
          const { access, user } = visit.session
          const update = { after: visit.version, addresses, share: shareOf(email, visit.version + 1) }
          const proof = await signWithKey(splitProofText(user.id, update), key)
          const { status } = await visit.device.ask('PUT', '/api/wallet', { ...update, proof }, { access })
          if (status !== 200) break
          visit.version++
          visit.unanswered = false
        }
      } catch {
        // The service is down for a moment. The pause prevents a loop of failed attempts.
        await sleep(20)
      }
    }
  }
  const running = Promise.all(Array.from({ length: 6 }, one))
  return {
    visits,
    async end() {
      ended = true
      await running
    },
  }
}

function shareOf(email: string, version: number): string {
  return Buffer.from(`${email} ${version}`).toString('base64')
}

/**
 * Checks that all visitors whose login was confirmed are still logged in. Each must have the confirmed share or the share of an
 * unanswered request.
 */
async function expectAllThere(visits: readonly Visit[], url: string): Promise<number> {
  const loggedIn = visits.filter(({ session }) => session)
  for (const { device, email, session, version, unanswered } of loggedIn) {
    const here = device.at(url)
    const { body, status } = await here.ask<ServiceSession>('POST', '/api/session', {
      refresh: session?.refresh,
    })
    expect(status, email).toBe(200)
    expect(body.user).toMatchObject({ id: session?.user.id, email })
    const share = await here.ask<ServiceShare>('GET', '/api/wallet/share', undefined, { access: body.access })
    const found = share.status === 404 ? 0 : share.body.version
    expect(unanswered ? [version, version + 1] : [version], email).toContain(found)
    if (found > 0) expect(share.body.share).toBe(shareOf(email, found))
  }
  return loggedIn.length
}

/** Returns how many visitors have replaced their share. */
const changed = (visits: readonly Visit[]) => visits.filter(({ version }) => version > 1).length

describe('the wallet service', () => {
  it(`loses no account and no share when its process is killed (kills: ${kills})`, {
    tags: ['ci'],
    timeout,
  }, async () => {
    const data = join(folder, 'data')
    let server = await serve({}, data)
    onTestFinished(() => server.stop())
    const random = testRandom()
    let kept = 0
    for (let round = 0; round < kills; round++) {
      const visitors = crowd(server.url)
      await expect
        .poll(() => changed(visitors.visits), {
          message: 'some visitors change something',
          timeout: patience,
        })
        .toBeGreaterThan(5)
      await sleep(random.below(300))
      await server.kill()
      await visitors.end()
      server = await serve({}, data)
      kept += await expectAllThere(visitors.visits, server.url)
    }
    console.log(`${kept} accounts outlived ${kills} kills of the service with its embedded Postgres`)
  })

  it.skipIf(!canStartPostgres)(
    `loses no account and no share when its Postgres is killed (kills: ${kills})`,
    { tags: ['all'], timeout },
    async () => {
      const postgres = await startPostgres()
      onTestFinished(() => postgres.stop())
      const server = await serve({ DATABASE_URL: postgres.url }, '')
      onTestFinished(() => server.stop())
      const random = testRandom()
      let kept = 0
      for (let round = 0; round < kills; round++) {
        const visitors = crowd(server.url)
        await expect
          .poll(() => changed(visitors.visits), {
            message: 'some visitors change something',
            timeout: patience,
          })
          .toBeGreaterThan(5)
        await sleep(random.below(300))
        await postgres.killAndRestart()
        // The service has kept running, and works again.
        const before = changed(visitors.visits)
        await expect
          .poll(() => changed(visitors.visits), {
            message: 'more visitors change something',
            timeout: patience,
          })
          .toBeGreaterThan(before + 5)
        await visitors.end()
        kept += await expectAllThere(visitors.visits, server.url)
      }
      console.log(`${kept} accounts outlived ${kills} kills of Postgres`)
    },
  )
})
