#!/usr/bin/env node
// Runs long checks: many more random cases, kills and repetitions than a test run, and a real `npm install` of the packed package. `--short` runs a
// hundredth of the cases.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectOptions, sourceProjects } from './lib/test-run/projects.mjs'
import { bin, ensureBuilt, ensureInstalled, root, run, say } from './lib/workspace.mjs'

/** Each soak run has new random cases. Set TEST_SEED to repeat the cases of an earlier run. */
process.env.TEST_SEED ||= String(randomInt(2 ** 31))
say(`The random cases of this soak: TEST_SEED=${process.env.TEST_SEED}`)
ensureInstalled()
ensureBuilt({ types: true })
let failed = false
const step = (title, action) => {
  say(`\n▸ ${title}`)
  try {
    action()
    say('  ok')
  } catch (error) {
    failed = true
    say(`  failed: ${error.message}`)
  }
}
const expect = (what, value) => {
  if (!value) throw new Error(what)
}

/**
 * `npm run test:all` uses the short form, because it has already run all tests on all devices, and in all modes and languages.
 */
const short = process.argv.includes('--short')
const count = (name, long) => ({ [name]: process.env[name] ?? String(short ? Math.ceil(long / 100) : long) })

/** Test files that run with more cases. Each row has a title, what a failure means, the environment variables with the counts, and the files. */
const repeated = [
  {
    title: 'Property tests: 100,000 runs each, and a million amounts per family',
    failure: 'a property does not hold',
    env: { LATCHKEY_SOAK: '1', ...count('PROPERTY_RUNS', 100_000), ...count('AMOUNT_RUNS', 1_000_000) },
    files: ['test/property'],
  },
  {
    title: 'Fuzz tests: a million cases each, and up to ten thousand on the node of each family',
    failure: 'a signature covered something that was not shown',
    env: count('FUZZ_CASES', 1_000_000),
    files: ['test/fuzz'],
  },
  {
    title:
      'A hundred thousand sign-ins of five families: the signed text is accepted, every changed text is refused',
    failure: 'a changed sign-in was accepted, or the signed one was refused',
    env: count('SIGN_IN_CASES', 100_000),
    files: ['test/property/sign-ins.test.ts'],
  },
  {
    title: 'Faults put into every adapter, the development wallets, and check over a relay',
    failure: 'the contract does not notice a fault',
    env: { LATCHKEY_SOAK: '1' },
    files: [
      'mutants.test.ts',
      'test/contract/polkadot-walletconnect',
      'test/contract/cosmos-walletconnect',
      'test/contract/solana-walletconnect',
      'test/contract/bip122-walletconnect',
      'test/integration/dev-wallets',
      'test/cli/check-walletconnect',
    ],
    inTestAll: true,
  },
  {
    title:
      'Five tabs that connect and disconnect at once, 200 rounds, also in Chromium; both kinds of phones',
    failure: 'a session was lost, or a closed session came back',
    env: { LATCHKEY_SOAK: '1' },
    files: [
      'test/integration/tabs.test.ts',
      'test/integration/tabs-sending.test.ts',
      'test/e2e/tabs-chromium.test.ts',
      'test/e2e/modal-phone.test.ts',
    ],
    inTestAll: true,
  },
  {
    title: 'Every step of every flow, and the frame of the embedded wallet, on every screen in both modes',
    failure: 'axe reports a problem, or an element is wider than its frame',
    env: { LOOKS: 'all' },
    files: ['test/e2e/modal', 'test/e2e/embedded-wallet'],
    inTestAll: true,
  },
  {
    title: 'The relay, killed 100 times over 1,000 requests',
    failure: 'a request was lost or sent twice',
    env: { ...count('LATCHKEY_RELAY_KILLS', 100), ...count('LATCHKEY_RELAY_REQUESTS', 1000) },
    files: ['--testNamePattern', 'killed', 'test/integration/walletconnect.test.ts'],
  },
  {
    title:
      'A page that sleeps on a phone: absences, sockets and events in every combination; ten tabs; killed at each step',
    failure: 'the page and the wallet disagree after the sleep, or a request was lost or sent twice',
    env: { LATCHKEY_SOAK: '1' },
    files: [
      'test/integration/phone-absences.test.ts',
      'test/integration/phone-killed.test.ts',
      'test/integration/phone-tabs.test.ts',
    ],
  },
  {
    title: 'Ten thousand random days with a wallet of each family, on a manual clock',
    failure: 'a day did not end as the model of the visitor says',
    env: count('RANDOM_DAYS', 10_000),
    files: ['test/integration/random-days.test.ts'],
  },
  {
    title: 'Fifty random days with a wallet of each family in Chromium',
    failure: 'a day did not end as the model of the visitor says',
    env: count('CHROMIUM_DAYS', 50),
    files: ['test/e2e/random-days-chromium.test.ts'],
  },
  {
    title: 'The sign-in server and its Postgres, each killed 20 times',
    failure: 'a confirmed session was lost',
    env: count('SIGN_IN_KILLS', 20),
    files: ['test/integration/sign-in-server-killed.test.ts'],
  },
  {
    title: 'The service of the embedded wallet and its Postgres, each killed 100 times',
    failure: 'an account or a confirmed share was lost',
    env: count('WALLET_SERVICE_KILLS', 100),
    files: ['test/integration/wallet-service-killed.test.ts'],
  },
  {
    title: 'The history in Postgres, read by two servers, each killed ten times',
    failure: 'a transfer was lost or listed twice',
    env: count('HISTORY_KILLS', 20),
    files: ['test/integration/history-index-killed.test.ts'],
  },
  {
    title: 'The history of a million transfers in Postgres, at 100 requests a second for a minute',
    failure: 'a request failed, took longer than 50 ms, or took longer than five reads of a row',
    env: {
      ...count('HISTORY_TRANSFERS', 1_000_000),
      ...count('HISTORY_SECONDS', 60),
      HISTORY_P95: process.env.HISTORY_P95 ?? '50',
    },
    files: ['test/integration/history-load.test.ts'],
    inTestAll: true,
  },
  {
    title: 'The containers of the embedded wallet and of the desk, installed by npm, with both databases',
    failure: "the documented steps don't start a service",
    env: { LATCHKEY_SOAK: '1' },
    project: 'package',
    files: ['test/package/container.test.ts', 'test/package/serve-container.test.ts'],
    inTestAll: true,
  },
  {
    title: 'Two thousand transactions for the simulator of bip122, and for bitcoind if it is installed',
    failure: 'the simulator and bitcoind differ',
    env: count('BITCOIN_TRANSACTIONS', 2000),
    files: ['test/integration/bip122-differential.test.ts'],
  },
  {
    title: 'A hundred thousand hostile packets at the relay, the nodes and Esplora',
    failure: 'a server or an honest client was harmed',
    env: count('HOSTILE_PACKETS', 100_000),
    files: ['test/integration/hostile-packets.test.ts'],
  },
  {
    title: 'Two thousand payments of five families through nodes with faults, each checked against the node',
    failure: 'a payment that arrived was reported as failed, lost its hash, or was paid twice',
    env: { ...count('MONEY_RUNS', 2000), ...count('MONEY_CLI_RUNS', 200) },
    files: ['test/integration/money-matrix.test.ts', 'test/cli/money-runs.test.ts'],
  },
]
for (const { title, failure, env, project, files, inTestAll } of repeated) {
  if (short && inTestAll) continue
  step(title, () => {
    const projects = projectOptions(project ? [project] : sourceProjects)
    // In ms: two hours, because thousands of cases are one test. Fuzz tests have their own timeout (test/fuzz/fuzz.ts).
    const args = ['run', ...projects, '--testTimeout', '7200000', ...files]
    expect(failure, run(bin('vitest'), args, { env: { ...process.env, ...env } }) === 0)
  })
}

step('Two hundred pairings: at most 20 kB of heap each, beyond the library itself', () => {
  const args = ['--expose-gc', join(root, 'scripts/pairing-heap.mjs')]
  say(`  ${execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).trim()}`)
})

step('Two hundred disposed WalletConnect clients: at most 5 kB of heap each', () => {
  const args = ['--expose-gc', join(root, 'scripts/client-heap.mjs'), '200']
  say(`  ${execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).trim()}`)
})

step(
  'A thousand openings of the modal: no nodes or listeners stay, and the heap grows by at most 20 kB after 200 openings and 50 kB after all',
  () => {
    say(
      `  ${execFileSync(process.execPath, [join(root, 'scripts/modal-cycles.mjs')], { cwd: root, encoding: 'utf8' }).trim()}`,
    )
  },
)

step('The packed package, installed by npm into an empty project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-soak-'))
  const npm = (...args) =>
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
  const latchkey = (...args) =>
    spawnSync(process.execPath, ['node_modules/latchkey/dist/cli/main.js', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, LATCHKEY_HOME: join(folder, 'home') },
    })
  try {
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      stdio: 'ignore',
    })
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
    writeFileSync(join(folder, 'package.json'), '{ "name": "host", "private": true, "type": "module" }')
    npm('install', `./${tarball}`)
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect('latchkey --version', latchkey('--version').stdout.trim() === version)
    const { error } = JSON.parse(latchkey('check', '--family', 'eip155', '--json').stdout)
    expect(`a missing peer is named, not ${error?.code}`, error?.code === 'config/peer-missing')
    const line = /npm install ([^`\n]+)/.exec(error.message)?.[1]?.trim().split(' ') ?? []
    say(`  the install line: npm install ${line.join(' ')}`)
    // Install the locked versions. The newest viem may depend on versions that a registry lacks.
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    npm('install', ...line.map((name) => `${name}@${devDependencies[name]}`))
    const check = latchkey('check', '--family', 'eip155', '--json')
    expect(`latchkey check passes after it: ${check.stdout}${check.stderr}`, check.status === 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

process.exit(failed ? 1 : 0)
