import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../e2e/chromium.ts'
import { manifest, type Project, projectWith, root } from './support.ts'

const cli = 'node_modules/latchkey/dist/cli/main.js'
const entries = Object.keys(manifest.exports).filter((path) => path !== './package.json')
/** The entries that work without any installed peer: all except latchkey/react, because React itself is a peer. */
const bare = entries.filter((path) => !path.endsWith('/react'))
const specifier = (path: string) => `latchkey${path.slice(1)}`

/** Returns a new secret as Solana wallets export it: the seed and the public key. */
function solanaSecret(): string {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return base58.encode(Buffer.concat([d, x].map((part) => Buffer.from(String(part), 'base64url'))))
}

describe('the package in an empty project, without its optional peers,', () => {
  let project: Project
  beforeAll(async () => {
    project = await projectWith([])
  })
  afterAll(() => project?.remove())

  it('answers latchkey --version', () => {
    expect(project.run([cli, '--version'])).toMatchObject({ code: 0, out: `${manifest.version}\n` })
  })

  it.each(bare)('imports the entry %s', (path) => {
    const result = project.run([
      '--input-type=module',
      '-e',
      `console.log(typeof await import('${specifier(path)}'))`,
    ])
    expect(result).toMatchObject({ code: 0, out: 'object\n', err: '' })
  })

  it('lets CommonJS code require every entry', () => {
    const code = `for (const name of ${JSON.stringify(bare.map(specifier))}) console.log(name, typeof require(name))`
    const result = project.run(['--no-warnings', '-e', code])
    const out = bare.map((path) => `${specifier(path)} object\n`).join('')
    expect(result).toMatchObject({ code: 0, out, err: '' })
  })

  it('names the install command when packages that latchkey check needs are missing', () => {
    const result = project.run([cli, 'check', '--family', 'eip155', '--json'])
    expect(JSON.parse(result.out)).toMatchObject({ ok: false, error: { code: 'config/peer-missing' } })
    // If the program `anvil` is on the PATH, its package isn't needed.
    expect(result.out).toMatch(/npm install viem (@foundry-rs\/anvil )?hono @hono\/node-server"/)
    expect(result.code).toBe(1)
  })

  it.each([
    ['eip155', 'mainnet', '0x'.padEnd(66, '1'), 'viem'],
    ['solana', 'solana-mainnet', solanaSecret(), '@solana/web3.js'],
    ['polkadot', 'polkadot-relay', '0x'.padEnd(66, '1'), '@polkadot/api'],
    ['bip122', 'bitcoin', '0x'.padEnd(66, '1'), 'bitcoinjs-lib @bitcoinerlab/secp256k1'],
    ['cosmos', 'cosmos-hub', '0x'.padEnd(66, '1'), '@cosmjs/amino @cosmjs/proto-signing'],
  ])('names the install command when a local wallet of %s signs a message', (family, network, KEY, names) => {
    const args = [cli, 'sign', 'message', 'hello', '--yes', '--json', '-n', network, '-w', 'key:env:KEY']
    const { out } = project.run(args, { KEY })
    const message = `A wallet with ${family} keys needs a package that is not installed: npm install ${names}`
    expect(JSON.parse(out).error).toMatchObject({ code: 'config/peer-missing', message })
  })

  it.each([
    ['without options', ''],
    ['with the options data and onMissing', ', data: true, onMissing() {}'],
  ])('names all packages that a devnet %s needs in one install command', (_, options) => {
    const code = `const { startDevnet } = await import('latchkey/devnet')
      await startDevnet({ families: ['solana', 'bip122']${options} }).catch((error) => console.log(error.message))`
    const { out } = project.run(['--input-type=module', '-e', code])
    const names = 'litesvm @solana/kit bitcoinjs-lib @bitcoinerlab/secp256k1 hono @hono/node-server'
    expect(out).toBe(`The devnet needs a package that is not installed: npm install ${names}\n`)
  })
})

describe('the package after the install command', () => {
  let project: Project
  beforeAll(async () => {
    project = await projectWith(Object.keys(manifest.peerDependencies))
  })
  afterAll(() => project?.remove())

  it('imports latchkey/react if react is installed', () => {
    const code = "console.log(typeof (await import('latchkey/react')).LatchkeyModal)"
    expect(project.run(['--input-type=module', '-e', code])).toMatchObject({ code: 0, out: 'function\n' })
  })

  it('has entries that a TypeScript program can import without errors', { tags: ['ci'] }, () => {
    const modules = join(project.folder, 'node_modules')
    for (const name of ['@types/node', '@types/react', '@types/react-dom', 'csstype', 'undici-types'])
      if (!existsSync(join(modules, name)))
        symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction')
    const files = entries.map((path, index) => {
      const file = join(project.folder, `entry-${index}.ts`)
      writeFileSync(file, `import * as entry from '${specifier(path)}'\nexport { entry }\n`)
      return file
    })
    const program = ts.createProgram(files, {
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['node'],
      typeRoots: [join(modules, '@types')],
    })
    // Errors in the types of other packages don't count.
    const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(project.folder))
    expect(own.length).toBeGreaterThan(entries.length * 2)
    const wrong = own.flatMap((file) =>
      [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
        ({ messageText }) =>
          `${file.fileName.slice(project.folder.length)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      ),
    )
    expect(wrong).toEqual([])
  })

  it('passes latchkey check --family eip155 on its own devnet', { tags: ['ci'] }, () => {
    const result = project.run([cli, 'check', '--family', 'eip155', '--json'])
    const report = JSON.parse(result.out)
    expect(report, result.err).toMatchObject({ ok: true })
    expect(result.code).toBe(0)
    expect(JSON.stringify(report).match(/0x[0-9a-f]{64}/g)?.length).toBeGreaterThanOrEqual(2)
  })

  // The errors of this command are tested in test/cli/check-embedded.test.ts, which runs the command from the sources.
  const slow = { tags: ['all'] }
  it.skipIf(!chromiumPath)('passes latchkey check --wallet embedded', slow, () => {
    const result = project.run([cli, 'check', '--wallet', 'embedded', '--json'])
    const report = JSON.parse(result.out)
    expect(report, result.err).toMatchObject({ ok: true })
    expect(report.data.flows.map(({ family }: { family: string }) => family)).toEqual(['eip155', 'solana'])
  })

  it('lets CommonJS code create a client', () => {
    const script = `
      const { createLatchkey } = require('latchkey')
      const { eip155 } = require('latchkey/adapters/eip155')
      const { sepolia } = require('latchkey/networks')
      const client = createLatchkey({ networks: [sepolia], adapters: [eip155()] })
      client.ready().then(() => { console.log(client.network.state.activeNamespace); return client.dispose() })`
    expect(project.run(['--no-warnings', '-e', script])).toMatchObject({ code: 0, out: 'eip155\n' })
  })

  it('creates only a session file when the command line connects a wallet', () => {
    const inProject = (folder: string) =>
      readdirSync(join(project.folder, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      )
    const files = () => [
      ...readdirSync(project.folder),
      ...['home', 'visitor', 'node_modules/latchkey'].flatMap(inProject),
    ]
    for (const folder of ['home', 'visitor', 'visitor/tmp'])
      mkdirSync(join(project.folder, folder), { recursive: true })
    const visitor = join(project.folder, 'visitor')
    const before = new Set(files())
    // Connects without a node, and keeps the connection for the next command.
    const connect = [cli, 'connect', '--wallet', 'key:env:KEY', '--network', 'sepolia', '--json']
    const { code, out } = project.run(connect, {
      ...{ HOME: visitor, USERPROFILE: visitor, TMPDIR: join(visitor, 'tmp'), KEY: `0x${'1'.repeat(64)}` },
      ...{
        XDG_CONFIG_HOME: visitor,
        XDG_STATE_HOME: visitor,
        XDG_CACHE_HOME: visitor,
        XDG_DATA_HOME: visitor,
      },
    })
    expect(code, out).toBe(0)
    expect(files().filter((path) => !before.has(path))).toEqual([join('home', 'session.json')])
  })
})
