#!/usr/bin/env node
// Checks .github/workflows with actionlint. Uses the actionlint on PATH, or builds it with Go.
import { spawnSync } from 'node:child_process'
import { root, say } from './lib/workspace.mjs'

const version = 'v1.7.7'
const commands = [
  ['actionlint', []],
  ['go', ['run', `github.com/rhysd/actionlint/cmd/actionlint@${version}`]],
]
for (const [command, args] of commands) {
  const { error, status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (!error) process.exit(status ?? 1)
}
say(
  `Not available here, so not checked: the workflows. To check them: install Go (https://go.dev/dl), or actionlint ${version} (https://github.com/rhysd/actionlint).`,
)
