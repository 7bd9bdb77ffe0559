import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import WebSocket from 'ws'
import type { Engine } from './engine.ts'
import { isExecutable, programOnPath, startProgram } from './program.ts'

/** The path of the Firefox that `FIREFOX` names, or of a Firefox on the PATH. Undefined if there is none. */
export const firefoxPath =
  process.env.FIREFOX && isExecutable(process.env.FIREFOX)
    ? process.env.FIREFOX
    : programOnPath('firefox-esr', 'firefox')

/** Settings that prevent requests to other machines. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
}

/** Starts a Firefox with a profile of its own in this folder, and drives it over WebDriver BiDi. */
export async function startFirefox(folder: string): Promise<Engine> {
  const profile = await mkdtemp(join(folder, 'firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const program = await startProgram(
    firefoxPath ?? 'firefox',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    /WebDriver BiDi listening on (ws:\S+)/,
    { env: { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' } },
  )
  const stop = async () => {
    await program.stop()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const { send, close } = await connect(`${program.said}/session`)
    await send('session.new', { capabilities: {} })
    // Opens a new tab, because the address bar has the focus of the first tab, and a page without the focus ignores
    // keys that activate a button.
    const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string }
    const evaluateIn = async (target: string, expression: string): Promise<unknown> => {
      const answer = (await send('script.evaluate', {
        expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
        target: { context: target },
        awaitPromise: true,
        userActivation: false,
      })) as {
        readonly type: string
        readonly result?: { readonly value: string }
        readonly exceptionDetails?: { readonly text: string }
      }
      if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text)
      return JSON.parse(answer.result?.value ?? 'null')
    }
    return {
      goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
      evaluate: (expression) => evaluateIn(context, expression),
      async evaluateInFrame(expression) {
        const { contexts } = (await send('browsingContext.getTree', { root: context })) as {
          readonly contexts: readonly { readonly children: readonly { readonly context: string }[] }[]
        }
        const frame = contexts[0]?.children[0]
        if (!frame) throw new Error('The page has no frame')
        return evaluateIn(frame.context, expression)
      },
      input: async (actions) => void (await send('input.performActions', { context, actions })),
      resize: async (width, height) =>
        void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
      async screenshot() {
        const { data } = (await send('browsingContext.captureScreenshot', { context })) as { data: string }
        return Buffer.from(data, 'base64')
      },
      async close() {
        close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Opens a connection that sends commands. Every command settles, even if the connection ends. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('message', (text) => {
    const { id, type, result, error, message } = JSON.parse(String(text))
    const waiting = open.get(id)
    open.delete(id)
    if (type === 'success') waiting?.resolve(result)
    else waiting?.reject(new Error(`${error}: ${message}`))
  })
  socket.once('close', () => {
    for (const { reject } of open.values()) reject(new Error('Firefox ended'))
    open.clear()
  })
  let last = 0
  return {
    send: (method: string, params: object) =>
      new Promise<unknown>((resolve, reject) => {
        last += 1
        open.set(last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params }), (error) => error && reject(error))
      }),
    close: () => socket.terminate(),
  }
}
