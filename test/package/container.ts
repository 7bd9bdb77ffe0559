import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { closure, manifest, root, tarball } from './support.ts'

/** A container of one of this repository's Containerfiles, with an empty folder in place of its root. */
export interface Container {
  /** The folder that replaces `/`. */
  readonly ground: string
  /** Runs a command in the container, as the documentation prints it. */
  run(command: string, env?: NodeJS.ProcessEnv): void
  /**
   * Starts the container, and stops it when the test ends.
   * @param ready Returns the address that the output contains, or undefined while the output has no address.
   */
  start<T>(
    ready: (printed: string) => T | undefined,
    env?: NodeJS.ProcessEnv,
  ): Promise<{ readonly at: T; stop(): Promise<void> }>
  remove(): void
}

/** Runs the steps of a file in `docs` as plain commands, without a container engine. */
export async function buildContainer(file: string, given: NodeJS.ProcessEnv): Promise<Container> {
  const ground = mkdtempSync(join(tmpdir(), 'latchkey-container-'))
  const env = { PATH: process.env.PATH, HOME: ground, ...given }
  const steps = stepsOf(file)
  const stepOf = (wanted: string) => steps.find(({ name }) => name === wanted)?.rest ?? ''
  /** Replaces absolute paths by paths in the container's folder, and the user by the current user. */
  const here = (text: string) =>
    text
      .replaceAll(/(?<![\w.])\/(srv|data|config)\b/g, `${ground}/$1`)
      .replaceAll('chown node', `chown ${process.getuid?.()}`)
  const workdir = here(stepOf('WORKDIR'))

  function run(command: string, more: NodeJS.ProcessEnv = {}): void {
    const { status, stderr } = spawnSync('sh', ['-c', here(command)], {
      cwd: workdir,
      encoding: 'utf8',
      env: { ...env, ...more },
    })
    expect(status, `${command}: ${stderr}`).toBe(0)
  }

  for (const { name, rest } of steps) {
    if (name === 'WORKDIR') mkdirSync(here(rest), { recursive: true })
    else if (name === 'COPY') {
      const [, to = ''] = rest.split(' ')
      copyFileSync(await tarball(), join(workdir, to))
    } else if (name === 'RUN') {
      // Creates the result of `npm install` without the network. With `LATCHKEY_SOAK`, npm itself runs.
      if (rest.startsWith('npm install') && !process.env.LATCHKEY_SOAK) install(rest, workdir)
      else run(rest)
    } else expect(['FROM', 'USER', 'VOLUME', 'EXPOSE', 'CMD']).toContain(name)
  }

  return {
    ground,
    run,
    async start(ready, more = {}) {
      const child = spawn('sh', ['-c', here(stepOf('CMD'))], {
        cwd: workdir,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      const stop = async () => {
        child.kill('SIGTERM')
        await ended
      }
      onTestFinished(stop)
      let printed = ''
      const at = await Promise.race([
        new Promise<NonNullable<ReturnType<typeof ready>>>((resolve) => {
          child.stdout.on('data', (chunk) => {
            printed += chunk
            const found = ready(printed)
            if (found !== undefined && found !== null) resolve(found)
          })
        }),
        ended.then(() => Promise.reject(new Error(`The container ended before it was ready: ${said}`))),
      ])
      return { at, stop }
    },
    remove: () => rmSync(ground, { recursive: true, force: true }),
  }
}

/** Returns the lines of a page in `docs` that start with these texts, in the given order. */
export function documented(page: string, ...starts: readonly string[]): readonly string[] {
  const lines = readFileSync(join(root, 'docs', page), 'utf8').split('\n')
  return starts.map((start) => {
    const line = lines.find((one) => one.startsWith(start))
    if (!line) throw new Error(`The page has no line that starts with: ${start}`)
    return line.replace(/ +#.*$/, '')
  })
}

function stepsOf(file: string) {
  return readFileSync(join(root, 'docs', file), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? []
      return name && rest ? [{ name, rest }] : []
    })
}

function install(command: string, workdir: string): void {
  const named = command.split(' ').slice(3)
  const peers = named.map((one) => {
    const [, name = '', major] = /^(.+)@([\d.]+)$/.exec(one) ?? []
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
    expect(`${version}.`.startsWith(`${major}.`), `${name} ${version}`).toBe(true)
    return name
  })
  const modules = join(workdir, 'node_modules')
  mkdirSync(join(modules, 'latchkey'), { recursive: true })
  const to = join(modules, 'latchkey')
  execFileSync('tar', ['-xzf', join(workdir, 'latchkey.tgz'), '-C', to, '--strip-components=1'])
  for (const name of closure([...Object.keys(manifest.dependencies), ...peers])) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction')
  }
}
