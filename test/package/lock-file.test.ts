import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manifest, root } from './support.ts'

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly os?: readonly string[]
  readonly hasInstallScript?: boolean
  /** Whether the entry is a link to a package of this repository. */
  readonly link?: boolean
}
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Entry>>
}
const modules = 'node_modules/'
const installed = Object.entries(packages)
  .filter(([path, { link }]) => path.startsWith(modules) && !link)
  .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf(modules) + modules.length), ...entry }))

/**
 * Packages for other platforms. Their digests are unknown, because no reachable registry had their metadata. To add the digests,
 * run complete-lock.mjs with another registry.
 */
const unpublishedHere = [
  'litesvm-darwin-arm64',
  'litesvm-darwin-x64',
  'litesvm-linux-arm64-gnu',
  'litesvm-linux-arm64-musl',
  'litesvm-linux-x64-musl',
]

describe('the lock file', () => {
  it('pins the content of every package, except the listed packages without a digest', () => {
    const without = installed.filter(({ integrity }) => !/^sha512-[\w+/]+=*$/.test(integrity ?? ''))
    expect(without.map(({ name }) => name).sort()).toEqual(unpublishedHere)
    // None of these packages is installed on the platforms on which this project's tests run.
    expect(without.every(({ os }) => os && os.length > 0)).toBe(true)
  })

  it('has a version for every package', () => {
    expect(installed.filter(({ version }) => !version)).toEqual([])
    expect(installed.length).toBeGreaterThan(500)
  })

  it('contains only packages with an open license', () => {
    const closed = installed.filter(isClosed)
    expect(closed.map(({ name, version }) => `${name}@${version}`)).toEqual([])
  })

  it('contains packages with an install script only if package.json denies the script', () => {
    const denied = Object.entries(manifest.allowScripts).flatMap(([name, allowed]) => (allowed ? [] : [name]))
    const scripts = installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    expect(denied.toSorted()).toEqual([...new Set(scripts)].sort())
  })

  it("names no registry's host", () => {
    expect(installed.filter(({ resolved }) => resolved !== undefined)).toEqual([])
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/https?:\/\/[^"]*\.tgz/)
  })
})

describe.each([
  'docs/site',
  'examples/script-tag',
  'examples/vite',
  'examples/rainbowkit',
  'examples/from-rainbowkit',
  'examples/next',
  'examples/sign-in-server',
  'test/hosts',
])('the lock file of %s', (folder) => {
  const text = readFileSync(join(root, folder, 'package-lock.json'), 'utf8')
  const entries = Object.entries((JSON.parse(text) as { packages: Readonly<Record<string, Entry>> }).packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ path, ...entry }))

  it('pins the content of the packages that the test platform installs', () => {
    const loose = entries.filter(({ integrity, os }) => !integrity && (!os || os.includes('linux')))
    expect(loose.map(({ path }) => path)).toEqual([])
    expect(entries.filter(({ resolved }) => resolved !== undefined)).toEqual([])
    expect(text).not.toMatch(/https?:\/\/[^"]*\.tgz/)
  })

  it('contains only packages with an open license', () => {
    const named = entries.map(({ path, version }) => ({
      name: path.slice(path.lastIndexOf(modules) + modules.length),
      version,
    }))
    expect(named.filter(isClosed)).toEqual([])
  })
})

it('the lock file of examples/rainbowkit contains no package of WalletConnect', () => {
  const lock = readFileSync(join(root, 'examples/rainbowkit/package-lock.json'), 'utf8')
  expect(lock).toContain('"node_modules/@rainbow-me/rainbowkit"')
  expect(lock).not.toMatch(/"node_modules\/([^"]*\/)?@(reown|walletconnect)\//)
})

/** Whether this version of a package has no open license. WalletConnect's packages have no open license after 2.21.8. */
function isClosed({ name, version = '' }: { readonly name: string; readonly version?: string | undefined }) {
  const isLater = name.startsWith('@walletconnect/') && compare(version, '2.21.8') > 0
  return name.startsWith('@reown/') || isLater
}

/** Compares two versions. The result is negative if the first version is older. */
function compare(a: string, b: string): number {
  const [one, other] = [a, b].map((version) => version.split(/[.-]/).map(Number))
  for (let i = 0; i < 3; i++) {
    const difference = (one?.[i] ?? 0) - (other?.[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
