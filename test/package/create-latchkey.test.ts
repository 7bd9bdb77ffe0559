import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { hasPty, onPty } from '../cli/support/pty.ts'
import { loopbackRegistry } from './loopback-registry.ts'
import { manifest, pack, root } from './support.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-create-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const source = join(root, 'packages/create-latchkey')
const program = join(source, 'create-latchkey.mjs')
const { versions } = (await import(join(source, 'lib/versions.mjs'))) as {
  versions: Readonly<Record<string, string>>
}
const create = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { code: status, out: stdout, err: stderr }
}
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const allFamilies = 'eip155,solana,bip122,polkadot,cosmos'

describe('create-latchkey', () => {
  it.each(['vite', 'next', 'plain'])(
    "with the template %s, writes code that passes this repository's format and lint rules",
    (template) => {
      const rest = ['--families', allFamilies, '--sign-in', '--walletconnect', 'wss://relay.example']
      expect(create(`full-${template}`, '--template', template, ...rest)).toMatchObject({ code: 0, err: '' })
      expect(create(`small-${template}`, '--template', template)).toMatchObject({ code: 0, err: '' })
      const { formatter, javascript, linter } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
      // Next and Vite require default exports, the created test uses `!`, and the created server logs its
      // URL.
      Object.assign(linter.rules.style, { noDefaultExport: 'off', noNonNullAssertion: 'off' })
      linter.rules.suspicious.noConsole = 'off'
      writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, formatter, javascript, linter }))
      const bin = join(root, 'node_modules/@biomejs/biome/bin/biome')
      const args = [bin, 'check', '--error-on-warnings', `full-${template}`, `small-${template}`]
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
      expect({ status, complaints: status === 0 ? '' : stdout + stderr }).toEqual({
        status: 0,
        complaints: '',
      })
    },
  )

  it('writes an app that uses only what the options name', () => {
    create('chosen', '--families', 'solana', '--latchkey', '1.2.3')
    expect(read('chosen/src/options.ts')).toMatch(
      /networks: \[solanaDevnet\],\n {2}adapters: \[solana\(\)\],/,
    )
    const { name, dependencies, devDependencies } = JSON.parse(read('chosen/package.json'))
    expect({ name, ...dependencies }).toEqual({
      name: 'chosen',
      '@solana/web3.js': versions['@solana/web3.js'],
      latchkey: '1.2.3',
      react: versions.react,
      'react-dom': versions['react-dom'],
    })
    expect(Object.keys(devDependencies)).not.toContain('@foundry-rs/anvil')
    const texts = readdirSync(join(folder, 'chosen'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.\w+$/.test(path))
      .map((path) => read(join('chosen', path)))
    expect(texts.join('\n')).not.toMatch(/walletConnect|signIn|auth|eip155|\/\/:/)
  })

  it.each([
    ['vite', 'import.meta.env.DEV && import.meta.env.VITE_DEVNET_NETWORKS'],
    ['next', "process.env.NODE_ENV !== 'production' && process.env.NEXT_PUBLIC_DEVNET_NETWORKS"],
    ['plain', 'import.meta.env.DEV && import.meta.env.VITE_DEVNET_NETWORKS'],
  ])(
    'with the template %s, writes code that uses devnet networks only in development',
    (template, networks) => {
      const name = `devnet-${template}`
      create(name, '--template', template, '--families', 'solana,eip155')
      const { scripts, devDependencies } = JSON.parse(read(`${name}/package.json`))
      expect(scripts.devnet).toBe('tsx devnet.ts')
      expect(Object.keys(devDependencies)).toEqual(
        expect.arrayContaining(['tsx', 'hono', '@hono/node-server']),
      )
      expect(read(`${name}/src/options.ts`)).toContain(`const listed = ${networks}\n`)
      expect(read(`${name}/src/families.ts`)).toContain(
        "export const families = ['solana', 'eip155'] as const",
      )
      expect(read(`${name}/devnet.ts`)).toContain('startDevnet({ families })')
    },
  )

  it('writes a test that starts only the local networks that the test needs', () => {
    create('chains', '--families', allFamilies, '--sign-in')
    expect(read('chains/test/sign-in.test.ts')).toContain('await localChains([family])')
    expect(read('chains/test/local-chains.ts')).not.toMatch(/^(export )?const/m)
    expect(read('chains/vitest.config.ts')).toContain('testTimeout: 60_000, hookTimeout: 60_000')
  })

  it('writes an app that depends on the current version of latchkey or on a given file', () => {
    create('own')
    expect(JSON.parse(read('own/package.json')).dependencies.latchkey).toBe(`^${manifest.version}`)
    create('from-file', '--latchkey', './latchkey.tgz')
    const { dependencies } = JSON.parse(read('from-file/package.json'))
    expect(dependencies.latchkey).toBe(`file:${join(folder, 'latchkey.tgz')}`)
  })

  it('accepts the URL of a relay or a project id', () => {
    create('relay', '--walletconnect', 'wss://relay.example')
    expect(read('relay/src/options.ts')).toContain("endpoints: { relay: 'wss://relay.example' },")
    create('project', '--walletconnect', '0123456789abcdef0123456789abcdef')
    expect(read('project/src/options.ts')).toContain("projectId: '0123456789abcdef0123456789abcdef',")
  })

  it.each([
    [['Bad Name'], `"Bad Name" can't be the name of a package`],
    [['../node_modules'], `"node_modules" can't be the name of a package`],
    [["it's"], `"it's" can't be the name of a package`],
    [['new', '--wrong'], "Unknown option '--wrong'"],
    [['new', '--template'], "Option '--template <value>' argument missing"],
    [['new', '--template', 'vue'], 'template: there is no "vue". Available: vite, next, plain'],
    [['new', '--template', '__proto__'], 'template: there is no "__proto__"'],
    [['new', '--families', 'eip155,tron'], 'families: there is no "tron"'],
    [['new', '--families', ','], 'families: name at least one'],
    [['new', '--walletconnect', "wss://a.example/'"], 'walletconnect: "wss://a.example/\'" is neither'],
    [['new', '--walletconnect', 'https://a.example'], 'walletconnect: "https://a.example" is neither'],
    [['new', '--latchkey', ''], 'latchkey: name a version, a URL or a file'],
    [['new', 'other'], 'unexpected argument "other"'],
    [['full'], 'the folder full is not empty'],
    [['full/file'], 'full/file is a file'],
  ] as const)('refuses the arguments %j, exits with code 2 and writes nothing', (args, reason) => {
    mkdirSync(join(folder, 'full'), { recursive: true })
    writeFileSync(join(folder, 'full/file'), 'mine')
    const before = readdirSync(folder, { recursive: true })
    const { code, out, err } = create(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(`create-latchkey: ${reason}`)
    expect(readdirSync(folder, { recursive: true })).toEqual(before)
    expect(read('full/file')).toBe('mine')
  })

  it('writes the app into an existing folder if the folder is empty', () => {
    mkdirSync(join(folder, 'empty'))
    expect(create('empty')).toMatchObject({ code: 0 })
    expect(existsSync(join(folder, 'empty/package.json'))).toBe(true)
  })

  it('prints its options and its version', () => {
    expect(create('--help')).toMatchObject({ code: 0, err: '', out: expect.stringContaining('--families') })
    expect(create('--version')).toEqual({ code: 0, err: '', out: `${manifest.version}\n` })
  })

  it.skipIf(!hasPty)('asks on a terminal for the choices that the options leave open', async () => {
    const { screen, type, done } = onPty(program, [join(folder, 'asked'), '--sign-in'], {})
    const asks = (text: string) => expect.poll(screen, { message: `asks: ${text}` }).toContain(text)
    await asks('Template (vite): ')
    type('vue\n')
    await asks('there is no "vue"')
    type('plain\n')
    await asks('Families (eip155): ')
    type('\n')
    await asks('(none): ')
    type('\n')
    expect(await done).toBe(0)
    expect(screen()).not.toContain('Sign-in server')
    expect(existsSync(join(folder, 'asked/src/main.ts'))).toBe(true)
    expect(existsSync(join(folder, 'asked/server/auth.ts'))).toBe(true)
  })

  it.skipIf(!hasPty)('writes nothing if the user ends the input', async () => {
    const { screen, type, done } = onPty(program, [join(folder, 'left')], {})
    await expect.poll(screen, { message: 'asks for the template' }).toContain('Template (vite): ')
    type('\u0004')
    expect(await done).toBe(2)
    expect(existsSync(join(folder, 'left'))).toBe(false)
  })

  it('uses the package versions that this project is tested with', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const tested: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies }
    const others = Object.entries(versions).filter(([name, version]) => version !== tested[name])
    // Only the created projects use these two packages.
    expect(others.map(([name]) => name)).toEqual(['next', 'tsx'])
  })
})

describe('create-latchkey as npm packs it', () => {
  const tarball = pack(folder, source)
  const npm = (args: readonly string[]) =>
    spawnSync('npm', [...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, npm_config_cache: join(folder, 'npm') },
    })

  it('runs with npm exec, without a registry', () => {
    const args = [
      'exec',
      '--yes',
      '--offline',
      `--package=file:${tarball}`,
      '--',
      'create-latchkey',
      'exec-app',
    ]
    const { status, stderr } = npm([...args, '--template', 'next', '--sign-in'])
    expect({ status, stderr }).toMatchObject({ status: 0 })
    create('same-app', '--template', 'next', '--sign-in')
    const paths = (name: string) => readdirSync(join(folder, name), { recursive: true }).sort()
    expect(paths('exec-app')).toEqual(paths('same-app'))
  })

  it('runs with npm create latchkey@latest', async () => {
    const registry = await loopbackRegistry([tarball])
    // The registry runs in this process, so npm must run asynchronously.
    const args = ['create', '--yes', '--registry', registry.url, 'latchkey@latest', 'created-app']
    const run = promisify(execFile)('npm', [...args, '--', '--template', 'plain'], {
      cwd: folder,
      env: { ...process.env, npm_config_cache: join(folder, 'npm') },
    })
    const { stdout } = await run.finally(() => registry.close())
    expect(stdout).toContain('Created created-app')
    expect(existsSync(join(folder, 'created-app/src/main.ts'))).toBe(true)
  })
})
