#!/usr/bin/env node
// What takes longer than a test run may: ten times the property runs, and a real `npm install` of the packed tarball.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, ensureBuilt, ensureInstalled, root, run, say } from './lib/workspace.mjs'

/** New random cases at each soak; TEST_SEED repeats those of one. */
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

step('Properties, 100,000 runs each and a million amounts of every family', () => {
  const env = { ...process.env, LATCHKEY_SOAK: '1', PROPERTY_RUNS: '100000', AMOUNT_RUNS: '1000000' }
  const code = run(
    bin('vitest'),
    ['run', '--project', 'source', '--testTimeout', '1200000', 'test/property'],
    { env },
  )
  expect('a property does not hold', code === 0)
})

step('Fuzzers: a million cases of each, and up to ten thousand on the node of each family', () => {
  const env = { ...process.env, FUZZ_CASES: process.env.FUZZ_CASES ?? '1000000' }
  const code = run(bin('vitest'), ['run', '--project', 'source', 'test/fuzz'], { env })
  expect('something was signed that was not shown', code === 0)
})

step(
  'A hundred thousand sign-ins of five families: each passes as it was signed, and in no other way',
  () => {
    const env = { ...process.env, SIGN_IN_CASES: process.env.SIGN_IN_CASES ?? '100000' }
    const code = run(
      bin('vitest'),
      ['run', '--project', 'source', '--testTimeout', '7200000', 'test/property/sign-ins.test.ts'],
      { env },
    )
    expect('a sign-in passed that was not signed, or was refused as it was', code === 0)
  },
)

step('Faults put into every adapter, the development wallets, and check over a relay', () => {
  const env = { ...process.env, LATCHKEY_SOAK: '1' }
  const code = run(
    bin('vitest'),
    [
      'run',
      '--project',
      'source',
      '--testTimeout',
      '120000',
      'mutants.test.ts',
      'test/contract/polkadot-walletconnect',
      'test/contract/cosmos-walletconnect',
      'test/contract/solana-walletconnect',
      'test/contract/bip122-walletconnect',
      'test/integration/dev-wallets',
      'test/cli/check-walletconnect',
    ],
    { env },
  )
  expect('the contract does not notice a fault', code === 0)
})

step(
  'Five tabs that connect and disconnect at once, 200 rounds, also in Chromium; and both kinds of phones',
  () => {
    const env = { ...process.env, LATCHKEY_SOAK: '1' }
    const tests = [
      'test/integration/tabs.test.ts',
      'test/integration/tabs-sending.test.ts',
      'test/e2e/tabs-chromium.test.ts',
      'test/e2e/modal-phone.test.ts',
    ]
    const code = run(bin('vitest'), ['run', '--project', 'source', '--testTimeout', '1200000', ...tests], {
      env,
    })
    expect('a session was lost or came back', code === 0)
  },
)

step('Every step of every flow, and the frame of the embedded wallet, on every screen in both modes', () => {
  const env = { ...process.env, LOOKS: 'all' }
  const code = run(
    bin('vitest'),
    ['run', '--project', 'source', '--testTimeout', '240000', 'test/e2e/modal', 'test/e2e/embedded-wallet'],
    { env },
  )
  expect('axe complains, or something is wider than its frame', code === 0)
})

step('The relay, killed 100 times over 1,000 requests', () => {
  const env = { ...process.env, LATCHKEY_RELAY_KILLS: '100', LATCHKEY_RELAY_REQUESTS: '1000' }
  const code = run(
    bin('vitest'),
    ['run', '--project', 'source', '--testNamePattern', 'killed', 'test/integration/walletconnect.test.ts'],
    { env },
  )
  expect('a request was lost or doubled', code === 0)
})

step('The sign-in server and its Postgres, each killed 20 times', () => {
  const env = { ...process.env, SIGN_IN_KILLS: '20' }
  const code = run(
    bin('vitest'),
    ['run', '--project', 'source', 'test/integration/sign-in-server-killed.test.ts'],
    { env },
  )
  expect('a session was lost that a visitor was told of', code === 0)
})

step('The service of the embedded wallet and its Postgres, each killed 100 times', () => {
  const env = { ...process.env, WALLET_SERVICE_KILLS: '100' }
  const code = run(
    bin('vitest'),
    ['run', '--project', 'source', 'test/integration/wallet-service-killed.test.ts'],
    { env },
  )
  expect('an account was lost, or a share that a visitor was told of', code === 0)
})

step(
  'The containers of the embedded wallet and of the desk, installed by npm, with its data in a folder and in Postgres',
  () => {
    const env = { ...process.env, LATCHKEY_SOAK: '1' }
    const code = run(
      bin('vitest'),
      [
        'run',
        '--project',
        'package',
        '--testTimeout',
        '600000',
        'test/package/container.test.ts',
        'test/package/serve-container.test.ts',
      ],
      { env },
    )
    expect('its steps do not make a service', code === 0)
  },
)

step('Two thousand transactions for the simulator of bip122 and for bitcoind, where there is one', () => {
  const env = { ...process.env, BITCOIN_TRANSACTIONS: '2000' }
  const code = run(
    bin('vitest'),
    ['run', '--project', 'source', 'test/integration/bip122-differential.test.ts'],
    { env },
  )
  expect('the simulator and bitcoind differ', code === 0)
})

step('A hundred thousand hostile packets at the relay, the nodes and Esplora', () => {
  const env = { ...process.env, HOSTILE_PACKETS: '100000' }
  const code = run(
    bin('vitest'),
    ['run', '--project', 'source', 'test/integration/hostile-packets.test.ts'],
    { env },
  )
  expect('a server or an honest client was harmed', code === 0)
})

step('Two hundred pairings, at most 20 kB each beyond the bare library', () => {
  const args = ['--expose-gc', join(root, 'scripts/pairing-heap.mjs')]
  say(`  ${execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).trim()}`)
})

step('A thousand openings of the modal: no node, no listener, at most 2 MB of heap more', () => {
  say(
    `  ${execFileSync(process.execPath, [join(root, 'scripts/modal-cycles.mjs')], { cwd: root, encoding: 'utf8' }).trim()}`,
  )
})

step('The tarball, installed by npm into an empty project', () => {
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
    // Some registries lack what the newest viem pins; the version that is locked here is known to install.
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    npm('install', ...line.map((name) => `${name}@${devDependencies[name]}`))
    const check = latchkey('check', '--family', 'eip155', '--json')
    expect(`latchkey check passes after it: ${check.stdout}${check.stderr}`, check.status === 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

process.exit(failed ? 1 : 0)
