import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from './engine.ts'
import { programOnPath, startProgram } from './program.ts'

const driverPath = programOnPath('WebKitWebDriver')
const screenPath = programOnPath('Xvfb')

/** Whether this machine has WebKit: the packages `webkit2gtk-driver` and `xvfb`. */
export const hasWebKit = driverPath !== undefined && screenPath !== undefined

/** Starts WebKit's own minimal browser on a virtual screen, and drives it over WebDriver. */
export async function startWebKit(folder: string): Promise<Engine> {
  const home = await mkdtemp(join(folder, 'webkit-'))
  const stops: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true, maxRetries: 5 })]
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  try {
    // With this setting of GTK, pages see a preference for reduced motion.
    const settings = join(home, 'config/gtk-3.0')
    await mkdir(settings, { recursive: true })
    await writeFile(join(settings, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
    const screen = await startProgram(
      screenPath ?? 'Xvfb',
      ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
      /^(\d+)\n/m,
      { displayed: true },
    )
    stops.push(screen.stop)
    const port = await freePort()
    const driver = await startProgram(driverPath ?? 'WebKitWebDriver', [`--port=${port}`], undefined, {
      env: {
        DISPLAY: `:${screen.said}`,
        HOME: home,
        XDG_CACHE_HOME: join(home, 'cache'),
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_DATA_HOME: join(home, 'data'),
        XDG_RUNTIME_DIR: home,
        // The virtual screen has no GPU and no desktop.
        LIBGL_ALWAYS_SOFTWARE: '1',
        NO_AT_BRIDGE: '1',
        GTK_A11Y: 'none',
      },
    })
    stops.push(driver.stop)
    const at = `http://127.0.0.1:${port}`
    // The driver prints nothing when it is ready, so the function polls its status.
    for (let left = 300; left > 0 && !(await ask(`${at}/status`, 'GET').catch(() => undefined)); left--)
      await pause(100)
    const { sessionId } = (await ask(`${at}/session`, 'POST', {
      capabilities: { alwaysMatch: { pageLoadStrategy: 'normal' } },
    })) as { sessionId: string }
    const session = `${at}/session/${sessionId}`
    const send = (path: string, body: object = {}) => ask(`${session}/${path}`, 'POST', body)
    stops.push(() => ask(session, 'DELETE').catch(() => {}))
    const evaluate = (expression: string) =>
      send('execute/sync', { script: `return (${expression})`, args: [] })
    return {
      goto: async (url) => void (await send('url', { url })),
      reload: async () => void (await send('refresh')),
      evaluate,
      async evaluateInFrame(expression) {
        await send('frame', { id: await send('element', { using: 'css selector', value: 'iframe' }) })
        try {
          return await evaluate(expression)
        } finally {
          await send('frame', { id: null })
        }
      },
      input: async (actions) => void (await send('actions', { actions })),
      async resize(width, height) {
        const [left, above] = (await evaluate('[outerWidth - innerWidth, outerHeight - innerHeight]')) as [
          number,
          number,
        ]
        await send('window/rect', { width: width + left, height: height + above })
      },
      screenshot: async () => Buffer.from((await ask(`${session}/screenshot`, 'GET')) as string, 'base64'),
      close: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
