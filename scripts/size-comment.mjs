#!/usr/bin/env node
// Posts the sizes of a pull request as a comment. Later runs update the comment. size-comment.yml runs this script.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marker, sizeReport } from './lib/size-report.mjs'

const { GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN, SIZES = 'sizes' } = process.env
const [head, base] = ['head.json', 'base.json'].map((name) => {
  const file = join(SIZES, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
})
const { workflow_run: run } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'))

async function github(path, method = 'GET', body = undefined) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/${path}`, {
    method,
    headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}`)
  return response.json()
}

/**
 * Returns the open pull request of the measured commit. Finds it by its branch, because the event doesn't name pull requests from forks. The artifact
 * isn't trusted: it could name another pull request.
 */
async function pullRequest() {
  const branch = encodeURIComponent(`${run.head_repository.owner.login}:${run.head_branch}`)
  const open = await github(`pulls?state=open&head=${branch}`)
  return open.find((one) => one.head.sha === run.head_sha)?.number
}

async function post(number, body) {
  const comments = await github(`issues/${number}/comments?per_page=100`)
  const own = comments.find((one) => one.user?.type === 'Bot' && one.body?.startsWith(marker))
  if (own) await github(`issues/comments/${own.id}`, 'PATCH', { body })
  else await github(`issues/${number}/comments`, 'POST', { body })
}

const number = head === undefined ? undefined : await pullRequest()
if (head === undefined) console.log('There are no sizes to report.')
else if (number === undefined) console.log(`No open pull request has ${run.head_sha} as its head.`)
else await post(number, sizeReport(head, base))
