#!/usr/bin/env node
// Adds missing packages of other platforms to a lock file. If a registry lacks the binaries of other platforms, npm leaves them
// out of the lock file, and `npm ci` then rejects the file. Each added package has the exact version that its parent names, and
// the digest that the registry publishes. The script lists the packages that the registry lacks, and gives them no digest. In
// this case, run the script again with a registry that has these packages. Run this script after `npm install --ignore-scripts`.
// An argument names another folder with a lock file.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './lib/workspace.mjs'

const file = join(root, process.argv[2] ?? '.', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const { packages } = lock

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'sunos', 'win32']
const otherSystems = { openharmony: 'openharmony', windows: 'win32', macos: 'darwin' }
const processors = {
  ...{ x64: 'x64', amd64: 'x64', arm64: 'arm64', aarch64: 'arm64', arm: 'arm', armhf: 'arm', ia32: 'ia32' },
  ...{
    ppc64: 'ppc64',
    ppc64le: 'ppc64',
    riscv64: 'riscv64',
    s390x: 's390x',
    loong64: 'loong64',
    mips64el: 'mips64el',
  },
  ...{ universal: undefined, wasm32: 'wasm32' },
}

/** Derives `os`, `cpu` and `libc` from a package's name; undefined if the name has no platform. */
function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words.map((word) => (systems.includes(word) ? word : otherSystems[word])).find(Boolean)
  const cpu = words.map((word) => processors[word]).find(Boolean)
  const libc = words.includes('musl')
    ? ['musl']
    : words.some((word) => /^(gnu|glibc)/.test(word))
      ? ['glibc']
      : undefined
  if (cpu === 'wasm32') return { cpu: ['wasm32'] }
  return os && { ...(cpu && { cpu: [cpu] }), os: [os], ...(os === 'linux' && libc && { libc }) }
}

/**
 * Returns the path at which Node finds a package for a module in the given folder. Returns undefined if there is no such package.
 */
function found(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (at === '') return undefined
  }
}

let added = 0
for (const [path, entry] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const exact = /^\d+\.\d+\.\d+[\w.+-]*$/.test(range)
    const platform = platformOf(name)
    const at = found(path, name)
    if (!exact || !platform || (at && packages[at].version === range)) continue
    const place = at || path === '' ? `${path}/node_modules/${name}` : `node_modules/${name}`
    const { cpu, os, libc } = platform
    packages[place.replace(/^\//, '')] = {
      version: range,
      ...(cpu && { cpu }),
      ...(entry.dev && { dev: true }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os }),
      ...(entry.peer && { peer: true }),
    }
    added++
  }
}

/** Returns the digest that the registry publishes; undefined if the registry lacks the version. */
function publishedIntegrity(name, version) {
  const query = ['view', `${name}@${version}`, 'dist.integrity']
  const { stdout } = spawnSync('npm', query, { encoding: 'utf8', shell: process.platform === 'win32' })
  return /^sha512-\S+$/.exec(stdout.trim())?.[0]
}

const without = []
for (const [path, entry] of Object.entries(packages)) {
  if (path === '' || entry.integrity) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const integrity = publishedIntegrity(name, entry.version)
  // npm writes the digest at this position.
  const { version, ...rest } = entry
  if (integrity) packages[path] = { version, integrity, ...rest }
  else without.push(name)
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
say(`${added} platform packages added to the lock file`)
if (without.length > 0) say(`this registry lacks metadata of: ${without.join(', ')}`)
