#!/usr/bin/env node
// Starts a devnet with a relay, and checks every family with a local wallet and with a WalletConnect wallet. Then serves the demo page until Ctrl-C.
// `npm start -- --once` stops after the checks.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { become, ensureBuilt, ensureInstalled, root, say } from './lib/workspace.mjs'

ensureInstalled()
ensureBuilt()
const cli = join(root, 'dist/cli/main.js')
if (process.argv.includes('--once')) become(cli, ['check', '--relayed'])
else await stayUp()

async function stayUp() {
  const devnet = spawn(process.execPath, [cli, 'devnet'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => devnet.on('exit', (code) => resolve(code ?? 1)))
  const running = [devnet]
  // On Ctrl-C, a terminal sends the signal to the children too. Other signals reach only this process, so this process passes
  // them on to the children.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      for (const child of running) child.kill(signal)
    })
  const page = await said(devnet, /Running until/)
  if (page !== undefined) {
    say('')
    const flow = spawn(process.execPath, [cli, 'check', '--relayed', '--running'], {
      cwd: root,
      stdio: 'inherit',
    })
    const code = await new Promise((resolve) => flow.on('exit', resolve))
    if (code === 0) {
      const demo = spawn(process.execPath, [join(root, 'examples/demo/serve.mjs')], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running.push(demo)
      devnet.on('exit', () => demo.kill('SIGTERM'))
      const url = await said(demo, /http:\S+/)
      console.log(`\n${page.replaceAll(/^ {2}latchkey /gm, '  npx latchkey ')}`)
      if (url) console.log(`In a browser, with wallets for it:\n  ${/http:\S+/.exec(url)?.[0]}\n`)
    } else devnet.kill('SIGTERM')
    await ended
    if (code !== 0) process.exit(code ?? 130)
  }
  process.exit(await ended)
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
