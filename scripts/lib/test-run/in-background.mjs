import { spawn } from 'node:child_process'
import { root } from '../workspace.mjs'

/** Runs a Node script in parallel with others, and keeps its output until the script has ended. */
export async function inBackground(script, args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  const code = await new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)))
  return { code, output: Buffer.concat(chunks).toString() }
}
