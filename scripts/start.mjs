#!/usr/bin/env node
// The front door: a local world, the flow of every family run once against it, then it stays up to be played with.
// `npm start -- --once` ends after the flow.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { become, ensureBuilt, ensureInstalled, root, say } from './lib/workspace.mjs'

ensureInstalled()
ensureBuilt()
const cli = join(root, 'dist/cli/main.js')
if (process.argv.includes('--once')) become(cli, ['check'])
else await stayUp()

async function stayUp() {
  const devnet = spawn(process.execPath, [cli, 'devnet'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => devnet.on('exit', (code) => resolve(code ?? 1)))
  // Ctrl-C in a terminal reaches the devnet by itself; we only wait for it. A signal sent to us alone is passed on.
  process.on('SIGINT', () => devnet.kill('SIGINT'))
  process.on('SIGTERM', () => devnet.kill('SIGTERM'))
  let page = ''
  const ready = new Promise((resolve) => {
    devnet.stdout.setEncoding('utf8').on('data', (text) => {
      page += text
      if (/Running until/.test(page)) resolve(undefined)
    })
  })
  const up = await Promise.race([ready.then(() => true), ended.then(() => false)])
  if (up) {
    say('')
    const flow = spawn(process.execPath, [cli, 'check', '--network', 'devnet'], {
      cwd: root,
      stdio: 'inherit',
    })
    const code = await new Promise((resolve) => flow.on('exit', resolve))
    if (code === 0) console.log(`\n${page.replaceAll(/^ {2}latchkey /gm, '  npx latchkey ')}`)
    else devnet.kill('SIGTERM')
    await ended
    if (code !== 0) process.exit(code ?? 130)
  }
  process.exit(await ended)
}
