import { spawn } from 'node:child_process'
import { root } from '../workspace.mjs'

/** Starts a Node script, and shows its output when it has ended. */
export async function inBackground(script, args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  const code = await new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)))
  return { code, output: Buffer.concat(chunks).toString() }
}
