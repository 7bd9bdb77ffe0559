import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spawnTied, type TiedProcess } from '../../src/devnet/tied-process.ts'
import { codeBlocks } from '../docs/code-blocks.ts'
import { type ShellBlock, shellBlocks } from '../docs/shell-blocks.ts'
import { type LoopbackRegistry, loopbackRegistry } from '../package/loopback-registry.ts'
import { manifest, type Project, pack, projectWith, root } from '../package/support.ts'
import { reasonFor } from './not-run.ts'

/** Commands that run until Ctrl-C, each with the output that shows that the command is ready. */
const readyTexts: readonly (readonly [RegExp, RegExp])[] = [
  [/latchkey devnet\b/, /latchkey connect/],
  [/latchkey (embedded-wallet )?serve\b/, /https?:\/\/(127\.0\.0\.1|localhost|[\w.]+\.example)\b[\s\S]*\n/],
  [/^npx vite$|^npm run dev$/, /http:\/\/localhost:\d+/],
  [/npm start$/, /http:\/\/\S+:\d+/],
]
/** The commands that ask for a confirmation in a terminal. These tests have no terminal. */
const confirmed = /latchkey (send|swap|sign|call|names register) /
/** Replaces the parts of a command that the reader must fill in, or that exist only on a server. */
const ofReader = (command: string): string =>
  command.replace('--to 0x…', '--to dev:bob').replaceAll(/(?<= )\/data\b/g, './data')

/** The libraries that the devnet's exchange needs: see docs/devnet.md. */
const exchange = ['@uniswap/v2-core', '@uniswap/v2-periphery']

const temporary = mkdtempSync(join(tmpdir(), 'latchkey-shell-'))
let registry: LoopbackRegistry
/** A project with every optional library, as after the install commands that the program prints. */
let whole: Project
let devnet: TiedProcess | undefined
const running = new Set<TiedProcess>()

beforeAll(async () => {
  registry = await loopbackRegistry([pack(temporary)])
  whole = await projectWith([...Object.keys(manifest.peerDependencies), ...exchange])
  const bin = join(whole.folder, 'node_modules/.bin')
  mkdirSync(bin)
  symlinkSync('../latchkey/dist/cli/main.js', join(bin, 'latchkey'))
  const flow = /^```json\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'docs/check.md'), 'utf8'))?.[1]
  writeFileSync(join(whole.folder, 'tip.json'), flow ?? '')
  devnet = await started('npx latchkey devnet', whole.folder)
  // Connects Solana first, because the wallet that was connected last is active.
  await completed('npx latchkey connect --wallet dev:alice -n devnet-solana', whole.folder)
  await completed('npx latchkey connect --wallet dev:alice', whole.folder)
}, 300_000)
afterAll(async () => {
  await Promise.all([...running].map(interrupted))
  await registry?.close()
  whole?.remove()
  // The commands installed hundreds of thousands of files, and a slow disk needs minutes to remove these files.
  await rm(temporary, { recursive: true, force: true })
}, 900_000)

/** Prepares the folder for a page's blocks, as the page asks the reader to do. */
const folders: Readonly<Record<string, (folder: string) => void>> = {
  'docs/start.md'(folder) {
    // The page's block creates the folder `my-app` and enters it. Write the page's files into this folder beforehand.
    const page = readFileSync(join(root, 'docs/start.md'), 'utf8')
    const [main = '', config = ''] = codeBlocks('docs/start.md', page).map(({ code }) => code)
    const html = /^```html\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
    mkdirSync(join(folder, 'my-app'))
    writeFileSync(join(folder, 'my-app/main.tsx'), main)
    writeFileSync(join(folder, 'my-app/vite.config.ts'), config)
    writeFileSync(join(folder, 'my-app/index.html'), html)
  },
  'examples/README.md': (folder) => copyExample('vite', folder),
  'examples/sign-in-server/README.md': (folder) => copyExample('sign-in-server', folder),
  'docs/serve.md': (folder) => mkdirSync(join(folder, 'data')),
  'docs/embedded-wallet.md': (folder) => mkdirSync(join(folder, 'data')),
}
const installs = ({ commands }: ShellBlock) => commands.some((command) => command.startsWith('npm install'))

const commandsToRun = ({ page, commands }: ShellBlock) => commands.filter((one) => !reasonFor(page, one))
const blocksToRun = shellBlocks.filter((block) => commandsToRun(block).length > 0)

describe.each([...new Set(blocksToRun.map(({ page }) => page))])('the commands of %s', (page) => {
  const own = join(temporary, page.replaceAll(/\W/g, '-'))
  let prepared = false
  const folderOf = (block: ShellBlock): string => {
    if (!folders[page] && !installs(block)) return whole.folder
    if (!prepared) {
      mkdirSync(own)
      if (page !== 'docs/start.md') writeFileSync(join(own, 'package.json'), '{ "private": true }')
      folders[page]?.(own)
      prepared = true
    }
    return own
  }

  for (const block of blocksToRun.filter((one) => one.page === page)) {
    const run = commandsToRun(block)
    it(`work: ${run.join('; ').slice(0, 100)}`, { timeout: 600_000 }, async () => {
      const folder = folderOf(block)
      let cwd = page === 'docs/start.md' && !installs(block) ? join(folder, 'my-app') : folder
      for (const command of run.map(ofReader)) {
        // The setup above has created `my-app` with the page's files.
        const written = command.replace('mkdir my-app &&', '')
        if (readyTexts.some(([start]) => start.test(command))) await interrupted(await started(command, cwd))
        else await completed(confirmed.test(command) ? `${written} --yes` : written, cwd)
        const entered = /\bcd ([\w-]+)/.exec(command)?.[1]
        if (entered) cwd = join(folder, entered)
      }
    })
  }
})

function copyExample(name: string, folder: string): void {
  cpSync(join(root, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !/node_modules|dist/.test(path.slice(root.length)),
  })
}

function environment(cwd: string, home: string): Readonly<Record<string, string>> {
  return {
    // In a reader's terminal, `npx` finds the program in the folder. Here, the program must also be on the PATH.
    PATH: `${join(cwd, 'node_modules/.bin')}:${process.env.PATH}`,
    LATCHKEY_HOME: home,
    NO_COLOR: '1',
    npm_config_registry: registry.url,
    npm_config_strict_allow_scripts: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  }
}

interface Shell {
  readonly run: TiedProcess
  readonly printed: () => string
}

function shell(command: string, cwd: string, home = join(cwd, 'home')): Shell {
  const env = { ...environment(cwd, home), ...(/bashrc/.test(command) && { HOME: cwd }) }
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const run = spawnTied('env', [
    ...[...set, 'bash', '-c', 'cd "$1" && exec bash -c "$2"'],
    ...['bash', cwd, command],
  ])
  running.add(run)
  void run.ended.then(() => running.delete(run))
  let text = ''
  for (const stream of [run.child.stdout, run.child.stderr]) stream?.on('data', (data) => (text += data))
  return { run, printed: () => text }
}

/** Runs a command to its end. Fails if the command fails. */
async function completed(command: string, cwd: string): Promise<void> {
  const { run, printed } = shell(command, cwd)
  const { code } = await run.ended
  expect(code, `${command}\n${printed()}`).toBe(0)
}

/** Runs a command until it is ready. A second devnet gets its own state folder, as on another machine. */
async function started(command: string, cwd: string): Promise<TiedProcess> {
  const home = devnet && command.includes('devnet') ? mkdtempSync(join(temporary, 'home-')) : undefined
  const { run, printed } = shell(command, cwd, home)
  const [, ready = /$/] = readyTexts.find(([start]) => start.test(command)) ?? []
  await new Promise<void>((resolve, reject) => {
    const look = () => ready.test(printed()) && resolve()
    for (const stream of [run.child.stdout, run.child.stderr]) stream?.on('data', look)
    void run.ended.then(({ code, signal }) =>
      reject(new Error(`${command} ended with ${code ?? signal}\n${printed()}`)),
    )
  })
  return run
}

/** Ends a command as Ctrl-C does, by sending the signal to all its processes. */
async function interrupted(run: TiedProcess | undefined): Promise<void> {
  if (run?.pid === undefined) return
  process.kill(-run.pid, 'SIGINT')
  await run.ended
}
