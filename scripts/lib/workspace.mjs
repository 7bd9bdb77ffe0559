// The first steps of all scripts: check that the tools are installed and that the build is current.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const say = (text) => process.stderr.write(`${text}\n`)

/** Exits with a message if this version of Node can't run the tools. */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  say(`Latchkey needs Node 20.19 or later; this is ${process.versions.node}. Get one at https://nodejs.org`)
  process.exit(1)
}

/** Installs the locked dependencies if they are missing. Install scripts don't run. */
export function ensureInstalled(folder = root) {
  requireNode()
  if (isInstalled(folder)) return
  say('Installing the locked dependencies (npm ci --ignore-scripts) …')
  // `npm publish --dry-run` sets an option that makes `npm ci` install nothing. `--no-dry-run` overrides this option.
  const args = ['ci', '--ignore-scripts', '--no-dry-run', '--prefer-offline', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const options = { cwd: folder, stdio: ['ignore', 2, 2] }
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (result.status !== 0) {
    say(
      'npm ci failed: see above. The dependencies come from the npm registry, so it must be reachable once.',
    )
    process.exit(result.status ?? 1)
  }
}

/**
 * Returns whether all packages of the lock file are installed in their locked versions. Optional packages of other platforms can be missing. The
 * repository's own packages aren't installed.
 */
function isInstalled(folder) {
  const installed = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  const [wanted, found] = [join(folder, 'package-lock.json'), installed].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
  )
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      !path.startsWith('node_modules/') || (found[path]?.version ?? (optional && version)) === version,
  )
}

function sourceDigest() {
  const hash = createHash('sha256')
  for (const folder of ['src', 'cli']) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      const file = join(root, folder, path)
      if (statSync(file).isFile()) hash.update(path).update(readFileSync(file))
    }
  }
  const scripts = readdirSync(join(root, 'scripts/lib')).filter((name) => name.endsWith('.ts'))
  for (const file of [
    ...scripts.sort().map((name) => `scripts/lib/${name}`),
    'scripts/build.mjs',
    'scripts/lib/declarations.mjs',
    'scripts/lib/entries.mjs',
    'scripts/lib/inline-messages.mjs',
    'tsup.config.ts',
    'tsconfig.json',
    'tsconfig.types.json',
    'package.json',
    'package-lock.json',
  ])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const stampIn = (dist) => join(dist, '.stamp.json')

/** Records from which sources `dist` was built, and whether it has declarations. */
export function stampBuild({ types }) {
  writeFileSync(stampIn(join(root, 'dist')), JSON.stringify({ digest: sourceDigest(), types }))
}

/** Builds `dist` if the sources have changed. Declarations take longer, so they are built only on request. */
export function ensureBuilt({ types = false } = {}) {
  const dist = join(root, 'dist')
  const digest = sourceDigest()
  const isCurrent = (folder) => {
    const stamp = stampIn(folder)
    const last = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : {}
    return last.digest === digest && (last.types || !types)
  }
  if (isCurrent(dist)) return
  // The test of `npm pack` runs in another checkout with the same sources. This checkout can use the `dist` that was built
  // before.
  const built = process.env.LATCHKEY_BUILT
  if (built && isCurrent(built)) return cpSync(built, dist, { recursive: true })
  say(types ? 'Building with declarations …' : 'Building …')
  const result = run(join(root, 'scripts/build.mjs'), types ? [] : ['--no-types'])
  if (result !== 0) process.exit(result)
}

/** Returns the script of an installed package's command. Run it with this Node. */
export function bin(command, from = command) {
  const folder = join(root, 'node_modules', from)
  const entry = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).bin
  return join(folder, typeof entry === 'string' ? entry : entry[command])
}

/** Runs a Node script, and returns its exit code. */
export function run(script, args, options = {}) {
  const result = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit', ...options })
  return result.status ?? 1
}

/** Runs a Node script until it ends, and exits with its exit code. */
export function become(script, args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
  // On Ctrl-C, a terminal sends SIGINT to the script too. So only wait for the script to end.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}

/** Returns the external programs that tests use, and how to install them. An entry with `size` is needed only by tests of this size. */
export function realParts() {
  const findChromium = (...programs) =>
    [process.env.CHROMIUM, ...onPath(...programs)].find((path) => path && existsSync(path))
  const whole = findChromium('chromium', 'chromium-browser', 'google-chrome')
  const anvil = [process.env.ANVIL, ...onPath('anvil'), ...packaged()].find(
    (path) => path && existsSync(path),
  )
  return [
    { name: 'anvil (eip155 node)', found: anvil, required: true, install: 'npm install @foundry-rs/anvil' },
    {
      name: 'LiteSVM (solana node)',
      found: loads('litesvm') && 'litesvm',
      required: true,
      install: 'npm install litesvm @solana/kit',
    },
    {
      name: 'chopsticks (polkadot node)',
      found: existsSync(polkadotWorkspace()) && polkadotWorkspace(),
      required: true,
      install: 'npx latchkey devnet, once, where the npm registry can be reached',
    },
    {
      name: 'Chromium (browser tests)',
      found: whole ?? findChromium('chromium-headless-shell'),
      required: false,
      install: 'apt-get install chromium-headless-shell, or set CHROMIUM',
    },
    {
      name: 'whole Chromium (a browser that refuses storage to frames of other sites)',
      found: whole,
      required: false,
      install: 'apt-get install chromium, or set CHROMIUM',
    },
    {
      name: 'Firefox (browser tests)',
      found: [process.env.FIREFOX, ...onPath('firefox-esr', 'firefox')].find(
        (path) => path && existsSync(path),
      ),
      required: true,
      size: 'all',
      install: 'apt-get install firefox-esr, or set FIREFOX',
    },
    {
      name: 'WebKit (browser tests)',
      found: ['WebKitWebDriver', 'Xvfb'].every((name) => onPath(name).some((path) => existsSync(path))),
      required: true,
      size: 'all',
      install: 'apt-get install webkit2gtk-driver xvfb, on Linux',
    },
    {
      name: 'script of util-linux (questions on a real terminal)',
      found: process.platform === 'linux' && onPath('script').find((path) => existsSync(path)),
      required: false,
      install: 'apt-get install bsdutils, on Linux',
    },
    ...[
      ['zsh', 'completion in zsh'],
      ['fish', 'completion in fish'],
      ['groff', 'the manual page'],
    ].map(([program, what]) => ({
      name: `${program} (${what})`,
      found: onPath(program).find((path) => existsSync(path)),
      required: false,
      install: `apt-get install ${program}`,
    })),
    {
      name: 'bitcoind (bip122 node; its simulator was used)',
      found: [process.env.BITCOIND, ...onPath('bitcoind')].find((path) => path && existsSync(path)),
      required: false,
      install: 'install Bitcoin Core (https://bitcoincore.org/en/download), or set BITCOIND to its bitcoind',
    },
    {
      name: 'Postgres (for the sign-in server; the embedded database was used)',
      found: process.env.DATABASE_URL || postgresFolder(),
      required: false,
      install: 'apt-get install postgresql, or set DATABASE_URL',
    },
    {
      name: 'simd (cosmos node; its simulator was used)',
      found: [process.env.SIMD, ...onPath('simd'), builtSimd()].find((path) => path && existsSync(path)),
      required: false,
      install: 'npm run devnet:simd',
    },
  ]
}

/** Returns the folder with `postgres` and `initdb`. On Debian, they aren't on PATH. */
export function postgresFolder() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return [
    ...onPath('initdb').map((path) => dirname(path)),
    ...versions.map((version) => join(debian, version, 'bin')),
  ].find((folder) => ['postgres', 'initdb'].every((name) => existsSync(join(folder, name))))
}

/** Returns whether Node can load a package. An installed native package may not work on this machine. */
function loads(name) {
  const { status } = spawnSync(process.execPath, ['-e', `import('${name}')`], { cwd: root, stdio: 'ignore' })
  return status === 0
}

/** Returns the folder in which the polkadot devnet installs its packages (see src/devnet/nodes/polkadot/workspace.ts). */
function polkadotWorkspace() {
  const lock = createHash('sha256').update(readFileSync(join(root, 'devnet/polkadot/package-lock.json')))
  const cache =
    process.env.LATCHKEY_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'latchkey')
  return join(cache, `devnet-polkadot-${lock.digest('hex').slice(0, 16)}`)
}

/** Returns the path to which `npm run devnet:simd` builds `simd`. */
function builtSimd() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'latchkey', 'simd', 'simd')
}

function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':')
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function packaged() {
  const suffix = `${process.platform === 'win32' ? 'win32' : process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  return [
    join(
      root,
      `node_modules/@foundry-rs/anvil-${suffix}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`,
    ),
  ]
}
