// Ends a process and all processes that it started, by their ids.
import { spawnSync } from 'node:child_process'

/** Kills a process and all its descendants, even those outside its process group, such as a browser. */
export function killTree(pid) {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' })
    return
  }
  // The tree must be read before any process ends, because an orphan gets another parent.
  for (const one of descendantsOf(pid).reverse()) kill(one)
  kill(pid)
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

function descendantsOf(pid) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const children = new Map()
  for (const line of (stdout ?? '').split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number)
    if (child) children.set(parent, [...(children.get(parent) ?? []), child])
  }
  const all = [pid]
  for (const one of all) all.push(...(children.get(one) ?? []))
  return all.slice(1)
}
