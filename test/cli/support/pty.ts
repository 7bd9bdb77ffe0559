import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** Whether the program `script` of util-linux is installed. It can run another program on a terminal. */
export const hasPty =
  process.platform === 'linux' && spawnSync('script', ['--version'], { encoding: 'utf8' }).status === 0

export interface OnPty {
  /**
   * Everything that the terminal has shown so far, with `\\r\
   * ` as line ends.
   */
  screen(): string
  /** Types the keys at once. */
  type(keys: string): void
  /** Resolves with the exit code when the program has ended. */
  readonly done: Promise<number | null>
}

/** Runs the built program on a real terminal of 50 rows and 120 columns. */
export function onPty(main: string, argv: readonly string[], env: Readonly<Record<string, string>>): OnPty {
  const line = `exec ${[process.execPath, main, ...argv].map(quoted).join(' ')}`
  const child = spawn('script', ['-qfec', `stty rows 50 cols 120; ${line}`, '/dev/null'], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  // The program may have ended before a key is typed.
  child.stdin.on('error', () => {})
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    shown += chunk
  })
  return {
    screen: () => shown,
    type: (keys) => void child.stdin.write(keys),
    done: once(child, 'close').then(([code]) => code as number | null),
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
