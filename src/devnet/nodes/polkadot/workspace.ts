import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { throwIfAborted } from '../../../core/async/abort.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { StartOptions } from '../../family-devnet.ts'
import { onPath } from '../../find-program.ts'
import { spawnTied } from '../../tied-process.ts'

/**
 * The packages of the local Polkadot node. They take 240 MB, and only this node needs them, so Latchkey doesn't depend on them.
 * npm installs them into a cache, once per version of their lock file.
 */
export interface Workspace {
  /** The folder with the manifest, the lock file and the program. */
  readonly source: string
  /** The folder of the installation. */
  readonly folder: string
  readonly installed: boolean
}

const manifest = ['package.json', 'package-lock.json'] as const

export function polkadotWorkspace(env: NodeJS.ProcessEnv = process.env): Workspace {
  const source = sourceFolder()
  const lock = createHash('sha256').update(readFileSync(join(source, 'package-lock.json')))
  const cache = env.LATCHKEY_CACHE || join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'latchkey')
  const folder = join(cache, `devnet-polkadot-${lock.digest('hex').slice(0, 16)}`)
  return { source, folder, installed: isInstalled(folder) }
}

/**
 * Returns the path of the node's program. Installs the packages if needed.
 * @throws `config/peer-missing` when npm can't install them, `flow/aborted`.
 */
export async function polkadotProgram({ signal, log }: StartOptions): Promise<string> {
  const workspace = polkadotWorkspace()
  if (!workspace.installed) {
    log?.warn(`Installing the local Polkadot node, once (240 MB), in ${workspace.folder}`)
    await install(workspace, signal)
  }
  const program = readFileSync(join(workspace.source, 'start.mjs'))
  const copy = `start-${createHash('sha256').update(program).digest('hex').slice(0, 16)}.mjs`
  const path = join(workspace.folder, copy)
  // The program must be beside the packages that it imports.
  if (!existsSync(path)) await copyFile(join(workspace.source, 'start.mjs'), path)
  return path
}

/** Returns whether an installation is complete: npm writes this file last. */
function isInstalled(folder: string): boolean {
  return existsSync(join(folder, 'node_modules', '.package-lock.json'))
}

/** Finds `devnet/polkadot` in this package. This code runs from the source or from a built chunk. */
function sourceFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const found = join(folder, 'devnet', 'polkadot')
    if (existsSync(join(found, 'package-lock.json'))) return found
    if (folder === dirname(folder)) throw new Error('devnet/polkadot is not in this package')
  }
}

/** Installs into a temporary folder and renames it. So no incomplete installation is used, and two processes can install at the same time. */
async function install({ source, folder }: Workspace, signal?: AbortSignal): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    for (const file of manifest) await copyFile(join(source, file), join(draft, file))
    await npmCi(draft, signal)
    await rename(draft, folder).catch(async () => {
      if (isInstalled(folder)) return
      // The folder exists, but is incomplete, for example because a cleaner deleted files.
      await rm(folder, { recursive: true, force: true })
      await rename(draft, folder)
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function npmCi(folder: string, signal?: AbortSignal): Promise<void> {
  throwIfAborted(signal)
  const flags = ['--prefix', folder, '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund']
  const [file, ...args] = npmCommand() ?? []
  if (file === undefined) throw notInstalled('npm was found neither beside Node nor on PATH')
  const npm = spawnTied(file, [...args, 'ci', ...flags], { folder })
  const said: string[] = []
  npm.child.stdout?.resume()
  npm.child.stderr?.on('data', (text) => said.push(String(text)))
  const abort = () => void npm.stop()
  signal?.addEventListener('abort', abort)
  const { code, error } = await npm.ended
  signal?.removeEventListener('abort', abort)
  throwIfAborted(signal)
  if (code === 0) return
  throw notInstalled(said.join('').slice(-500) || error?.message, error)
}

/** The message names the install command. The details say what failed. */
function notInstalled(details: string | undefined, cause?: unknown) {
  return latchkeyError('config/peer-missing', {
    values: { feature: 'The polkadot devnet', install: 'npx latchkey devnet' },
    details,
    cause,
  })
}

/**
 * Returns the command that runs npm, with absolute paths: npm beside this Node, or npm on `PATH`. No shell is needed to find it.
 */
export function npmCommand(path = process.env.PATH ?? ''): readonly string[] | undefined {
  const own = dirname(process.execPath)
  const bundled = (process.platform === 'win32' ? [own] : [dirname(own), 'lib']).concat(
    'node_modules/npm/bin/npm-cli.js',
  )
  if (existsSync(join(...bundled))) return [process.execPath, join(...bundled)]
  const found = onPath('npm', path)
  return found === undefined ? undefined : [found]
}
