#!/usr/bin/env node
// Starts a devnet with a relay and serves the demo page. While the page is up, checks every family with a local wallet and with a
// WalletConnect wallet. Runs until Ctrl-C. `npm start -- --once` only checks, and exits.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { become, ensureBuilt, ensureInstalled, root, say } from './lib/workspace.mjs'

ensureInstalled()
ensureBuilt()
const cli = join(root, 'dist/cli/main.js')
if (process.argv.includes('--once')) become(cli, ['check', '--relayed'])
else process.exit(await stayUp())

/** Resolves with the exit code when the devnet has ended. */
async function stayUp() {
  const running = []
  let stopped = false
  const start = (script, args, stdout) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      stdio: ['ignore', stdout, 'inherit'],
    })
    running.push(child)
    return child
  }
  // On Ctrl-C, a terminal sends SIGINT to the children too. SIGTERM reaches only this process, so this process passes it on.
  process.on('SIGINT', () => {
    stopped = true
  })
  process.on('SIGTERM', () => {
    stopped = true
    for (const child of running) child.kill('SIGTERM')
  })
  const devnet = start(cli, ['devnet'], 'pipe')
  const devnetEnded = ended(devnet)
  const networks = await said(devnet, /Running until/)
  if (networks === undefined) return (await devnetEnded) || 1

  say('Building the demo page …')
  const demo = start(join(root, 'examples/demo/serve.mjs'), [], 'pipe')
  devnetEnded.then(() => demo.kill('SIGTERM'))
  const url = /http:\S+/.exec((await said(demo, /http:\S+/)) ?? '')?.[0]
  const inBrowser = url
    ? `In a browser, with wallets for it:\n  ${url}\n`
    : 'The demo page failed to build: see above.\n'
  say(`\n${inBrowser}\nChecking every family …`)
  const checked = await ended(start(cli, ['check', '--relayed', '--running'], 'inherit'))
  if (stopped) return (await devnetEnded) ?? 130
  console.log(`\n${networks.replaceAll(/^ {2}latchkey /gm, '  npx latchkey ')}\n${inBrowser}`)
  if (checked !== 0) say('A check failed: see above. The devnet keeps running.')
  return (await devnetEnded) || checked || Number(!url)
}

/** Resolves with the exit code of a child, or null after a signal. */
function ended(child) {
  return new Promise((resolve) => child.on('exit', resolve))
}

/** Resolves with the output of a child when it matches `words`; undefined if the child ends first. */
function said(child, words) {
  let text = ''
  return new Promise((resolve) => {
    child.on('exit', () => resolve(undefined))
    child.stdout.setEncoding('utf8').on('data', (more) => {
      text += more
      if (words.test(text)) resolve(text)
    })
  })
}
